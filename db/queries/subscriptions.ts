import { sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { SubscriptionsTable, UserId } from '../types.gen.ts';
import { accessColumns, type AccessRow } from './profiles.ts';

/** What was last read of a person's subscription at Stripe. */
export type KnownSubscription = {
  subscriptionId: string;
  customerId: string;
  stripeStatus: string;
  priceId: string | null;
  productId: string | null;
  priceCents: number | null;
  creditCents: number;
  currentPeriodEnd: Date | null;
  pastDueSince: Date | null;
  subscriptionTrialEndsAt: Date | null;
  cancelAt: Date | null;
  hasCard: boolean;
  promotion: SubscriptionsTable['promotion'];
  firstPaidAt: Date | null;
  refundRequestedAt: Date | null;
  refundedAt: Date | null;
  syncedAt: Date;
};
type Nullable<T> = { [K in keyof T]: T[K] | null };
/** Whose it is. Who is leaving has asked for the account's deletion. */
type Owner = { email: string; offerShownAt: Date | null; hasCustomer: boolean; isLeaving: boolean };
type BillingRow = AccessRow & Nullable<KnownSubscription> & Owner;
export type Billing = Owner & { access: AccessRow; known: KnownSubscription | null };

const findBilling = compileOnce<{ userId: UserId }, BillingRow>((db, param) =>
  db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('subscriptions as s', 's.user_id', 'profiles.user_id')
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
      's.current_period_end as currentPeriodEnd',
      's.past_due_since as pastDueSince',
      's.trial_ends_at as subscriptionTrialEndsAt',
      's.cancel_at as cancelAt',
      's.has_card as hasCard',
      's.promotion',
      's.first_paid_at as firstPaidAt',
      's.refund_requested_at as refundRequestedAt',
      's.refunded_at as refundedAt',
      's.synced_at as syncedAt',
      sql<boolean>`exists (select from stripe_customers c where c.user_id = profiles.user_id)`.as('hasCustomer'),
    ])
    .where('profiles.user_id', '=', param('userId'))
    .compile(),
);

const isKnown = (row: Nullable<KnownSubscription>): row is KnownSubscription => row.subscriptionId !== null;

/** Everything that is known here of who pays what, in one statement. */
export async function getBilling(db: Db, userId: UserId): Promise<Billing> {
  const [row] = await findBilling(db, { userId });
  if (!row) throw new Error('everybody has a profile');
  const { tier, status, trialEndsAt, planEndsAt, email, offerShownAt, hasCustomer, isLeaving, ...known } = row;
  const access = { tier, status, trialEndsAt, planEndsAt };
  return { access, email, offerShownAt, hasCustomer, isLeaving, known: isKnown(known) ? known : null };
}

/** To be taken before Stripe is read: a reading that began earlier never overwrites one that began later. */
export async function nextReadNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('billing_reads') as number`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a sequence has a next value');
  return row.number;
}

export type Reading = {
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
  pastDueSince: Date | null;
  hasCard: boolean;
  promotion: SubscriptionsTable['promotion'];
  firstPaidAt: Date | null;
  /** What it gives: written to the profile in the same statement. */
  tier: AccessRow['tier'];
  status: AccessRow['status'];
  planEndsAt: Date | null;
  now: Date;
};

/**
 * Keeps a reading and what it gives, unless a later one was quicker. Returns whether it was kept. The account is locked first,
 * as the deletion of an account does: in another order the two could wait for each other.
 */
export async function saveReading(db: Db, read: Reading): Promise<boolean> {
  const { rows } = await sql`
    with kept as (
      insert into subscriptions (user_id, stripe_subscription_id, stripe_customer_id, stripe_status, price_id, price_cents,
        credit_cents, product_id, current_period_end, trial_ends_at, cancel_at, past_due_since, has_card, promotion,
        first_paid_at, read_number, synced_at)
      values ((select id from users where id = ${read.userId} for key share),
        ${read.subscriptionId}, ${read.customerId}, ${read.stripeStatus}, ${read.priceId},
        ${read.priceCents}, ${read.creditCents}, ${read.productId}, ${read.currentPeriodEnd}, ${read.trialEndsAt},
        ${read.cancelAt}, ${read.pastDueSince}, ${read.hasCard}, ${read.promotion}, ${read.firstPaidAt},
        ${read.readNumber}, ${read.now})
      on conflict (user_id) do update set
        stripe_subscription_id = excluded.stripe_subscription_id, stripe_customer_id = excluded.stripe_customer_id,
        stripe_status = excluded.stripe_status, price_id = excluded.price_id, price_cents = excluded.price_cents,
        credit_cents = excluded.credit_cents, product_id = excluded.product_id,
        current_period_end = excluded.current_period_end, trial_ends_at = excluded.trial_ends_at,
        cancel_at = excluded.cancel_at, past_due_since = excluded.past_due_since, has_card = excluded.has_card,
        promotion = excluded.promotion, first_paid_at = coalesce(subscriptions.first_paid_at, excluded.first_paid_at),
        read_number = excluded.read_number, synced_at = excluded.synced_at
      where subscriptions.read_number < excluded.read_number
      returning user_id
    )
    update profiles set subscription_tier = ${read.tier}, subscription_status = ${read.status},
      plan_ends_at = ${read.planEndsAt}, updated_at = ${read.now}
    from kept where profiles.user_id = kept.user_id
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Begins the urgent offer, once ever. Returns when it began. */
export async function showOffer(db: Db, userId: UserId, startsAt: Date): Promise<Date> {
  const row = await db
    .updateTable('profiles')
    .set({ offer_shown_at: sql<Date>`coalesce(offer_shown_at, ${startsAt})` })
    .where('user_id', '=', userId)
    .returning('offer_shown_at')
    .executeTakeFirst();
  if (!row?.offer_shown_at) throw new Error('everybody has a profile');
  return row.offer_shown_at;
}

/** Claims the one refund of the guarantee. Returns false where it was asked for before, or nothing lives. */
export async function claimRefund(db: Db, userId: UserId, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('subscriptions')
    .set({ refund_requested_at: now, refund_tried_at: now })
    .where('user_id', '=', userId)
    .where('refund_requested_at', 'is', null)
    .where('stripe_status', 'in', ['active', 'past_due', 'trialing'])
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteRefunded(db: Db, userId: UserId, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ refunded_at: now })
    .where('user_id', '=', userId)
    .where('refunded_at', 'is', null)
    .execute();
}

/** Refunds that were asked for, are not done and were last tried before `triedBefore`, the oldest first: taken by who asks. */
export async function takeOpenRefunds(
  db: Db,
  { now, triedBefore, limit }: { now: Date; triedBefore: Date; limit: number },
): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    update subscriptions set refund_tried_at = ${now}
    where user_id in (
      select user_id from subscriptions
      where refund_requested_at is not null and refunded_at is null and refund_tried_at <= ${triedBefore}
      order by refund_requested_at limit ${limit} for update skip locked
    )
    returning user_id as "userId"`.execute(db);
  return rows.map(({ userId }) => userId);
}
