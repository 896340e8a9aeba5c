import { sql } from 'kysely';
import { LIVE_STRIPE_STATUSES } from '#contract/billing/tiers.ts';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { SubscriptionsTable, UserId } from '../../types.gen.ts';
import { PersonGoneError } from '../identity/person-gone.ts';
import { accessColumns, type AccessRow } from '../identity/profiles.ts';

/** The subscription as it was last read from Stripe. */
export type KnownSubscription = {
  subscriptionId: string;
  customerId: string;
  stripeStatus: string;
  priceId: string | null;
  productId: string | null;
  priceCents: number | null;
  creditCents: number;
  discountCents: number;
  currentPeriodEnd: Date | null;
  pastDueSince: Date | null;
  subscriptionTrialEndsAt: Date | null;
  cancelAt: Date | null;
  hasCard: boolean;
  cardBrand: string | null;
  cardLast4: string | null;
  unpaidCents: number;
  scheduledPriceId: string | null;
  scheduledAt: Date | null;
  promotion: SubscriptionsTable['promotion'];
  firstPaidAt: Date | null;
  refundRequestedAt: Date | null;
  refundedAt: Date | null;
  /** What the refund couldn't pay back, because the customer disputed it. */
  refundDisputedCents: number;
  syncedAt: Date;
  /** Its card may be somebody else's (`Customer`). */
  isPaidElsewhere: boolean;
};
type Nullable<T> = { [K in keyof T]: T[K] | null };
/**
 * The owner. `isLeaving` means that they have requested the account's deletion; `hasOpenCheckout`, that a pay page was opened for them and
 * we don't know yet whether it was paid.
 */
type Owner = {
  email: string;
  offerShownAt: Date | null;
  hasCustomer: boolean;
  isLeaving: boolean;
  hasOpenCheckout: boolean;
};
type BillingRow = AccessRow & Nullable<KnownSubscription> & Owner;
export type Billing = Owner & { access: AccessRow; known: KnownSubscription | null };

const findBilling = compileOnce<{ userId: UserId }, BillingRow>((db, param) =>
  db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('subscriptions as s', 's.user_id', 'profiles.user_id')
    .leftJoin('stripe_customers as customer', (on) =>
      on.onRef('customer.user_id', '=', 's.user_id').onRef('customer.stripe_customer_id', '=', 's.stripe_customer_id'),
    )
    .select(accessColumns)
    .select([
      'users.email',
      sql<boolean>`users.delete_after is not null`.as('isLeaving'),
      'profiles.offer_shown_at as offerShownAt',
      's.stripe_subscription_id as subscriptionId',
      's.stripe_customer_id as customerId',
      's.stripe_status as stripeStatus',
      's.price_id as priceId',
      's.product_id as productId',
      's.price_cents as priceCents',
      's.credit_cents as creditCents',
      's.discount_cents as discountCents',
      's.current_period_end as currentPeriodEnd',
      's.past_due_since as pastDueSince',
      's.trial_ends_at as subscriptionTrialEndsAt',
      's.cancel_at as cancelAt',
      's.has_card as hasCard',
      's.card_brand as cardBrand',
      's.card_last4 as cardLast4',
      's.unpaid_cents as unpaidCents',
      's.scheduled_price_id as scheduledPriceId',
      's.scheduled_at as scheduledAt',
      's.promotion',
      's.first_paid_at as firstPaidAt',
      's.refund_requested_at as refundRequestedAt',
      's.refunded_at as refundedAt',
      's.refund_disputed_cents as refundDisputedCents',
      's.synced_at as syncedAt',
      sql<boolean>`coalesce(customer.paid_elsewhere, false)`.as('isPaidElsewhere'),
      sql<boolean>`exists (select from stripe_customers c where c.user_id = ${param('userId')})`.as('hasCustomer'),
      sql<boolean>`exists (select from checkouts o where o.user_id = ${param('userId')} and o.stripe_session_id is not null)`.as(
        'hasOpenCheckout',
      ),
    ])
    .where('profiles.user_id', '=', param('userId'))
    .compile(),
);

const isKnown = (row: Nullable<KnownSubscription>): row is KnownSubscription => row.subscriptionId !== null;

/** Everything stored about a person's payments, in one statement. */
export async function getBilling(db: Db, userId: UserId): Promise<Billing> {
  const [row] = await findBilling(db, { userId });
  if (!row) throw new PersonGoneError(userId);
  const {
    tier,
    status,
    trialEndsAt,
    planEndsAt,
    email,
    offerShownAt,
    hasCustomer,
    isLeaving,
    hasOpenCheckout,
    ...known
  } = row;
  const access = { tier, status, trialEndsAt, planEndsAt };
  return { access, email, offerShownAt, hasCustomer, isLeaving, hasOpenCheckout, known: isKnown(known) ? known : null };
}

/** Must be taken before Stripe is read: a sync that began earlier never overwrites one that began later. */
export async function nextReadNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('billing_syncs') as number`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the sequence billing_syncs returned no value');
  return row.number;
}

export type SyncResult = {
  userId: UserId;
  readNumber: number;
  subscriptionId: string;
  customerId: string;
  stripeStatus: string;
  priceId: string | null;
  productId: string | null;
  currentPeriodEnd: Date | null;
  trialEndsAt: Date | null;
  cancelAt: Date | null;
  priceCents: number | null;
  creditCents: number;
  discountCents: number;
  pastDueSince: Date | null;
  hasCard: boolean;
  cardBrand: string | null;
  cardLast4: string | null;
  unpaidCents: number;
  scheduledPriceId: string | null;
  scheduledAt: Date | null;
  promotion: SubscriptionsTable['promotion'];
  firstPaidAt: Date | null;
  /** The resulting entitlement, which the same statement writes to the profile. */
  tier: AccessRow['tier'];
  status: AccessRow['status'];
  planEndsAt: Date | null;
  /** The end of our own trial. */
  ownTrialEndsAt: Date | null;
  now: Date;
};

/**
 * Stores a sync and the resulting entitlement, unless a later one was faster. Returns whether it was stored. The account is locked first,
 * as in the deletion of an account: with a different order, the two could deadlock.
 */
export async function saveSync(db: Db, read: SyncResult): Promise<boolean> {
  const { rows } = await sql`
    with kept as (
      insert into subscriptions (user_id, stripe_subscription_id, stripe_customer_id, stripe_status, price_id, price_cents,
        credit_cents, discount_cents, product_id, current_period_end, trial_ends_at, cancel_at, past_due_since, has_card, card_brand,
        card_last4, unpaid_cents, scheduled_price_id, scheduled_at, promotion, first_paid_at, sync_number, synced_at)
      values ((select id from users where id = ${read.userId} for key share),
        ${read.subscriptionId}, ${read.customerId}, ${read.stripeStatus}, ${read.priceId},
        ${read.priceCents}, ${read.creditCents}, ${read.discountCents}, ${read.productId}, ${read.currentPeriodEnd}, ${read.trialEndsAt},
        ${read.cancelAt}, ${read.pastDueSince}, ${read.hasCard}, ${read.cardBrand}, ${read.cardLast4},
        ${read.unpaidCents}, ${read.scheduledPriceId}, ${read.scheduledAt}, ${read.promotion}, ${read.firstPaidAt},
        ${read.readNumber}, ${read.now})
      on conflict (user_id) do update set
        stripe_subscription_id = excluded.stripe_subscription_id, stripe_customer_id = excluded.stripe_customer_id,
        stripe_status = excluded.stripe_status, price_id = excluded.price_id, price_cents = excluded.price_cents,
        credit_cents = excluded.credit_cents,
        discount_cents = excluded.discount_cents, product_id = excluded.product_id,
        current_period_end = excluded.current_period_end, trial_ends_at = excluded.trial_ends_at,
        cancel_at = excluded.cancel_at, past_due_since = excluded.past_due_since, has_card = excluded.has_card,
        card_brand = excluded.card_brand, card_last4 = excluded.card_last4, unpaid_cents = excluded.unpaid_cents,
        scheduled_price_id = excluded.scheduled_price_id, scheduled_at = excluded.scheduled_at,
        promotion = excluded.promotion, first_paid_at = coalesce(subscriptions.first_paid_at, excluded.first_paid_at),
        sync_number = excluded.sync_number, synced_at = excluded.synced_at
      where subscriptions.sync_number < excluded.sync_number
      returning user_id
    )
    update profiles set subscription_tier = ${read.tier}, subscription_status = ${read.status},
      plan_ends_at = ${read.planEndsAt}, trial_ends_at = ${read.ownTrialEndsAt}, updated_at = ${read.now}
    from kept where profiles.user_id = ${read.userId}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Starts the urgent offer, which a person gets only once. Returns when it started. */
export async function showOffer(db: Db, userId: UserId, startsAt: Date): Promise<Date> {
  const row = await db
    .updateTable('profiles')
    .set({ offer_shown_at: sql<Date>`coalesce(offer_shown_at, ${startsAt})` })
    .where('user_id', '=', userId)
    .returning('offer_shown_at')
    .executeTakeFirst();
  if (!row?.offer_shown_at) throw new PersonGoneError(userId);
  return row.offer_shown_at;
}

/** Claims the one refund of the guarantee. Returns false if it was requested before, or no subscription is live. */
export async function claimRefund(db: Db, userId: UserId, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('subscriptions')
    .set({ refund_requested_at: now })
    .where('user_id', '=', userId)
    .where('refund_requested_at', 'is', null)
    .where('stripe_status', 'in', LIVE_STRIPE_STATUSES)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteRefunded(
  db: Db,
  userId: UserId,
  { disputedCents, now }: { disputedCents: number; now: Date },
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ refunded_at: now, refund_disputed_cents: disputedCents })
    .where('user_id', '=', userId)
    .where('refunded_at', 'is', null)
    .execute();
}
