import { dropAttempt, findAttempt } from '#db/queries/billing/checkouts.ts';
import type { Db } from '#db/client.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import { forgetCustomer, listCustomers, type Customer } from '#db/queries/billing/stripe-customers.ts';
import {
  getBilling,
  nextReadNumber,
  saveSync,
  type Billing,
  type KnownSubscription,
  type SyncResult,
} from '#db/queries/billing/subscriptions.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeCustomer } from '#server/gateways/stripe/stripe-customers.ts';
import type { StripeRefund } from '#server/gateways/stripe/stripe-invoices.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { DisputedRefundReport } from '#server/modules/operator/disputed-refund.service.ts';
import { moneyNotices } from '../emails/money-notices.ts';
import { chooseSubscription } from './choose-subscription.ts';
import { clearNotices } from './clear-notices.ts';
import { createEndExtra } from './end-extra.ts';
import type { PaymentHistory } from '../payment-history.ts';
import { isLive, entitlementOf, entitlementWithout, trialEndWith } from '../entitlement.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  history: PaymentHistory;
  reportDisputed: DisputedRefundReport;
};

/** Trial ends this close together count as equal, in milliseconds, because Stripe counts in seconds. */
const SAME_TRIAL_MS = 60_000;

/** The grace period counts from this subscription's first failed payment since it was last in good order. */
function firstFailure(
  known: KnownSubscription | null,
  { id, invoice, currentPeriodStart }: StripeSubscription,
  now: Date,
) {
  const before = known?.subscriptionId === id && known.stripeStatus === 'past_due' ? known.pastDueSince : null;
  return before ?? invoice?.finalizedAt ?? currentPeriodStart ?? now;
}

/**
 * Reads a person's subscription from Stripe and stores it. This is the only way that state gets here: the webhook, the success page, polls
 * and the nightly check all use it, in any order and as often as they like.
 */
export function createSubscriptionSync({ db, clock, stripe, history, reportDisputed }: Dependencies) {
  const endExtra = createEndExtra({ db, stripe, reportDisputed });

  async function readCustomers(userId: UserId): Promise<(StripeCustomer & Customer)[]> {
    const customers: (StripeCustomer & Customer)[] = [];
    for (const { id, isPaidElsewhere } of await listCustomers(db, userId)) {
      const customer = await stripe.readCustomer(id);
      if (customer) customers.push({ ...customer, isPaidElsewhere });
      else await forgetCustomer(db, id);
    }
    return customers;
  }

  /** The very first payment, from which the guarantee counts. Requested until there is one. */
  async function firstPaymentOf({ known }: Billing, chosen: StripeSubscription, customers: StripeCustomer[]) {
    const isUnpaid = chosen.status === 'trialing' || chosen.invoice?.isPaid !== true;
    if (known?.firstPaidAt || isUnpaid) return known?.firstPaidAt ?? null;
    const invoices = (await Promise.all(customers.map(({ id }) => stripe.listInvoices(id)))).flat();
    const paid = invoices.filter((invoice) => invoice.paidCents > 0 && invoice.paidAt !== null);
    return paid.map(({ paidAt }) => paidAt).toSorted((one, other) => Number(one) - Number(other))[0] ?? null;
  }

  /** An operator may have refunded and ended it in Stripe's dashboard. */
  async function withRefund(chosen: StripeSubscription, now: Date): Promise<StripeSubscription> {
    const hasTimeLeft = chosen.currentPeriodEnd !== null && chosen.currentPeriodEnd > now;
    if (chosen.status !== 'canceled' || chosen.isRefunded || !hasTimeLeft || !chosen.invoice) return chosen;
    const last = (await stripe.listInvoices(chosen.customerId)).find(({ id }) => id === chosen.invoice?.id);
    return { ...chosen, isRefunded: last !== undefined && last.paidCents > 0 && last.refundedCents >= last.paidCents };
  }

  /**
   * The changes to make at Stripe: a trial bought as a guest follows the one that starts with the confirmed address, and so does its
   * discount; an account that is being deleted is not charged again. Returns whether anything changed.
   */
  async function applyCorrections(chosen: StripeSubscription, billing: Billing, hadPaidBefore: boolean, now: Date) {
    if (!isLive(chosen.status)) return false;
    let isChanged = false;
    const own = billing.access.trialEndsAt;
    const ends = chosen.trialEndsAt;
    if (chosen.status === 'trialing' && own && ends && own > now && own.getTime() - ends.getTime() > SAME_TRIAL_MS) {
      await stripe.moveTrialEnd(chosen.id, own);
      isChanged = true;
    }
    if (chosen.status === 'trialing' && chosen.promotion === 'first-time' && hadPaidBefore) {
      await stripe.dropPromotion(chosen.id);
      isChanged = true;
    }
    if (billing.isLeaving && chosen.cancelAt === null) {
      await stripe.setCanceled(chosen, true);
      isChanged = true;
    }
    return isChanged;
  }

  /**
   * A customer with a live plan can't start a second subscription, so a pay page that is still open is closed: first at Stripe, or else a
   * crash would forget it. A click in between opens another one, which is closed too.
   */
  async function closeCheckout(userId: UserId): Promise<void> {
    for (;;) {
      const open = await findAttempt(db, userId);
      if (!open) return;
      for (const session of [open.replaced, open.sessionId]) if (session !== null) await stripe.expireCheckout(session);
      await dropAttempt(db, userId, open);
    }
  }

  /** The customer was deleted at Stripe, so nothing we knew exists there anymore. */
  async function saveDeletedCustomer(userId: UserId, readNumber: number, billing: Billing): Promise<void> {
    const { known, access } = billing;
    if (!known) return;
    const entitlement = entitlementWithout({ hasPaid: known.firstPaidAt !== null, ownTrialEndsAt: access.trialEndsAt });
    const trialEndsAt = known.subscriptionTrialEndsAt;
    const ownTrialEndsAt = access.trialEndsAt;
    const over = { stripeStatus: 'canceled', trialEndsAt, ownTrialEndsAt, cancelAt: null, pastDueSince: null };
    const reading = { ...known, ...over, ...entitlement, userId, readNumber, now: await clock.now() };
    if (await saveSync(db, reading)) await clearNotices(db, billing, reading);
  }

  /**
   * Saves what was read, together with the emails that its changes call for. Each change is found only once, even if several syncs run at
   * the same time.
   */
  async function saveReading(
    reading: SyncResult,
    chosen: StripeSubscription,
    { email, known }: Billing,
    refunds: StripeRefund[],
  ) {
    const { userId, firstPaidAt, pastDueSince, planEndsAt, now } = reading;
    // A mailbox that the account moved to inherits the account's history.
    if (firstPaidAt) await history.remember({ userId, email }, { firstPaidAt, refundedAt: known?.refundedAt ?? null });
    return inTransaction(db, async (trx) => {
      await holdPerson(trx, userId);
      const before = await getBilling(trx, userId);
      if (!(await saveSync(trx, reading))) return false;
      await clearNotices(trx, before, reading);
      for (const notice of moneyNotices(before.known, reading, chosen, refunds))
        await addNotice(trx, { userId, ...notice, now });
      if (pastDueSince && planEndsAt && planEndsAt > now) {
        const subject = planEndsAt.toISOString().slice(0, 10);
        await addNotice(trx, { userId, topic: 'payment_failed', subject, now });
      }
      return true;
    });
  }

  /** Stripe writes to the account's current address. */
  async function updateEmails({ email }: Billing, customers: StripeCustomer[]): Promise<void> {
    for (const customer of customers)
      if (customer.email?.toLowerCase() !== email.toLowerCase()) await stripe.updateEmail(customer.id, email);
  }

  async function read(userId: UserId): Promise<{ isChanged: boolean }> {
    const readNumber = await nextReadNumber(db);
    const [billing, customers] = await Promise.all([getBilling(db, userId), readCustomers(userId)]);
    const all = customers.flatMap(({ subscriptions }) => subscriptions);
    const isPaidElsewhere = (customerId: string) =>
      customers.some((customer) => customer.id === customerId && customer.isPaidElsewhere);
    const { chosen: found, extra } = chooseSubscription(all, billing.known?.subscriptionId ?? null, isPaidElsewhere);
    if (!found) {
      await saveDeletedCustomer(userId, readNumber, billing);
      await updateEmails(billing, customers);
      return { isChanged: false };
    }
    const now = await clock.now();
    const chosen = await withRefund(found, now);
    const before = await history.of(billing.email);
    const isChanged = await applyCorrections(chosen, billing, before.firstPaidAt !== null, now);
    const firstPaidAt = await firstPaymentOf(billing, chosen, customers);
    // Only those who have paid can have had a refund.
    const refunds = firstPaidAt ? await Promise.all(customers.map((customer) => stripe.listRefunds(customer.id))) : [];
    const { known, access } = billing;
    const pastDueSince = chosen.status === 'past_due' ? firstFailure(known, chosen, now) : null;
    const ownTrialEndsAt = trialEndWith(chosen, access.trialEndsAt);
    const facts = { ownTrialEndsAt, hasPaid: firstPaidAt !== null, pastDueSince };
    // A card that may be somebody else's isn't even stored, so no screen, email or export can show it (CHECKOUT-15).
    const card = isPaidElsewhere(chosen.customerId) ? null : chosen.card;
    const reading = {
      userId,
      readNumber,
      subscriptionId: chosen.id,
      customerId: chosen.customerId,
      stripeStatus: chosen.status,
      priceId: chosen.priceId,
      priceCents: chosen.priceCents,
      productId: chosen.productId,
      currentPeriodEnd: chosen.currentPeriodEnd,
      trialEndsAt: chosen.trialEndsAt,
      ownTrialEndsAt,
      cancelAt: chosen.cancelAt,
      pastDueSince,
      hasCard: chosen.cardId !== null,
      cardBrand: card?.brand ?? null,
      cardLast4: card?.last4 ?? null,
      unpaidCents: chosen.invoice?.unpaidCents ?? 0,
      scheduledPriceId: chosen.scheduled?.priceId ?? null,
      scheduledAt: chosen.scheduled?.at ?? null,
      promotion: chosen.promotion,
      discountCents: chosen.discountCents,
      creditCents: customers.find(({ id }) => id === chosen.customerId)?.creditCents ?? 0,
      firstPaidAt,
      ...entitlementOf(chosen, facts),
      now,
    };
    const isSaved = await saveReading(reading, chosen, billing, refunds.flat());
    const opens = reading.planEndsAt === null || reading.planEndsAt > now;
    const blocksPurchases = isLive(chosen.status) && opens && !isPaidElsewhere(chosen.customerId);
    if (isSaved && blocksPurchases) await closeCheckout(userId);
    // After storing: a refund that fails now is retried, and must not keep anyone's state from being saved.
    for (const one of extra) {
      const isReplaced = isPaidElsewhere(one.customerId) && one.createdAt < chosen.createdAt;
      await endExtra(one, { userId, email: billing.email, now, isReplaced });
    }
    await updateEmails(billing, customers);
    return { isChanged };
  }

  return {
    sync: async (userId: UserId): Promise<void> => {
      const { isChanged } = await read(userId);
      if (isChanged) await read(userId);
    },
  };
}
