import { closeAttempt } from '#db/queries/checkouts.ts';
import type { Db } from '#db/client.ts';
import { addNotice } from '#db/queries/notices.ts';
import { forgetCustomer, listCustomerIds } from '#db/queries/stripe-customers.ts';
import {
  getBilling,
  nextReadNumber,
  saveReading,
  type Billing,
  type KnownSubscription,
  type Reading,
} from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeCustomer } from '#server/gateways/stripe/stripe-customers.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { chooseSubscription } from './choose-subscription.ts';
import type { PaymentHistory } from './payment-history.ts';
import { isLive, entitlementOf, entitlementWithout } from './entitlement.ts';

type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway; history: PaymentHistory };

/** Ends of trials that lie this close are the same, in milliseconds: Stripe counts in seconds. */
const SAME_TRIAL_MS = 60_000;

/** Grace counts from the first payment that failed, of this subscription and since it was last in order. */
function firstFailure(
  known: KnownSubscription | null,
  { id, invoice, currentPeriodStart }: StripeSubscription,
  now: Date,
) {
  const before = known?.subscriptionId === id && known.stripeStatus === 'past_due' ? known.pastDueSince : null;
  return before ?? invoice?.finalizedAt ?? currentPeriodStart ?? now;
}

/**
 * Reads a person's subscription at Stripe and keeps what it says: the one way in which it comes to be known here. Webhook,
 * success page, poll and the nightly check all use it, in any order and as often as they like.
 */
export function createSubscriptionSync({ db, clock, stripe, history }: Dependencies) {
  async function readCustomers(userId: UserId): Promise<StripeCustomer[]> {
    const customers: StripeCustomer[] = [];
    for (const id of await listCustomerIds(db, userId)) {
      const customer = await stripe.readCustomer(id);
      if (customer) customers.push(customer);
      else await forgetCustomer(db, id);
    }
    return customers;
  }

  /** The first payment of all, which the guarantee counts from. Asked for until there is one. */
  async function firstPaymentOf({ known }: Billing, chosen: StripeSubscription, customers: StripeCustomer[]) {
    const isUnpaid = chosen.status === 'trialing' || chosen.invoice?.isPaid !== true;
    if (known?.firstPaidAt || isUnpaid) return known?.firstPaidAt ?? null;
    const invoices = (await Promise.all(customers.map(({ id }) => stripe.listInvoices(id)))).flat();
    const paid = invoices.filter((invoice) => invoice.paidCents > 0 && invoice.paidAt !== null);
    return paid.map(({ paidAt }) => paidAt).toSorted((one, other) => Number(one) - Number(other))[0] ?? null;
  }

  /** Somebody may have given the money back and ended it at Stripe's own pages. */
  async function withRefund(chosen: StripeSubscription, now: Date): Promise<StripeSubscription> {
    const hasTimeLeft = chosen.currentPeriodEnd !== null && chosen.currentPeriodEnd > now;
    if (chosen.status !== 'canceled' || chosen.isRefunded || !hasTimeLeft || !chosen.invoice) return chosen;
    const last = (await stripe.listInvoices(chosen.customerId)).find(({ id }) => id === chosen.invoice?.id);
    return { ...chosen, isRefunded: last !== undefined && last.paidCents > 0 && last.refundedCents >= last.paidCents };
  }

  /**
   * What has to be otherwise at Stripe: a trial bought as a guest follows the one that begins with the confirmed address, so
   * does its discount, and whoever has asked for the account's deletion is not charged again. Returns whether anything was.
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
      await stripe.setCancelled(chosen, true);
      isChanged = true;
    }
    return isChanged;
  }

  /** Who has a plan buys no second one: a pay page that is still open closes. */
  async function closeCheckout(userId: UserId): Promise<void> {
    const open = await closeAttempt(db, userId);
    if (open) await stripe.expireCheckout(open);
  }

  /** Nothing is left at Stripe of what was known: the customer was deleted there. */
  async function keepNothing(userId: UserId, readNumber: number, { known, access }: Billing): Promise<void> {
    if (!known) return;
    const entitlement = entitlementWithout({ hasPaid: known.firstPaidAt !== null, ownTrialEndsAt: access.trialEndsAt });
    const trialEndsAt = known.subscriptionTrialEndsAt;
    const over = { stripeStatus: 'canceled', trialEndsAt, cancelAt: null, pastDueSince: null };
    await saveReading(db, { ...known, ...over, ...entitlement, userId, readNumber, now: await clock.now() });
  }

  async function keep(reading: Reading, { email, known }: Billing): Promise<boolean> {
    const { userId, firstPaidAt, pastDueSince, planEndsAt, now } = reading;
    // A mailbox that the account moved to inherits what the account has had.
    if (firstPaidAt) await history.remember({ userId, email }, { firstPaidAt, refundedAt: known?.refundedAt ?? null });
    const isSaved = await saveReading(db, reading);
    if (isSaved && pastDueSince && planEndsAt && planEndsAt > now) {
      const subject = planEndsAt.toISOString().slice(0, 10);
      await addNotice(db, { userId, topic: 'payment_failed', subject, now });
    }
    return isSaved;
  }

  /** Stripe writes to the address that the account has now. */
  async function follow({ email }: Billing, customers: StripeCustomer[]): Promise<void> {
    for (const customer of customers)
      if (customer.email?.toLowerCase() !== email.toLowerCase()) await stripe.updateEmail(customer.id, email);
  }

  async function read(userId: UserId): Promise<{ isChanged: boolean }> {
    const readNumber = await nextReadNumber(db);
    const [billing, customers] = await Promise.all([getBilling(db, userId), readCustomers(userId)]);
    const all = customers.flatMap(({ subscriptions }) => subscriptions);
    const { chosen: found, extra } = chooseSubscription(all, billing.known?.subscriptionId ?? null);
    if (!found) {
      await keepNothing(userId, readNumber, billing);
      await follow(billing, customers);
      return { isChanged: false };
    }
    const now = await clock.now();
    const chosen = await withRefund(found, now);
    const before = await history.of(billing.email);
    const isChanged = await applyCorrections(chosen, billing, before.firstPaidAt !== null, now);
    const firstPaidAt = await firstPaymentOf(billing, chosen, customers);
    const { known, access } = billing;
    const pastDueSince = chosen.status === 'past_due' ? firstFailure(known, chosen, now) : null;
    const facts = { ownTrialEndsAt: access.trialEndsAt, hasPaid: firstPaidAt !== null, pastDueSince };
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
      cancelAt: chosen.cancelAt,
      pastDueSince,
      hasCard: chosen.cardId !== null,
      promotion: chosen.promotion,
      creditCents: customers.find(({ id }) => id === chosen.customerId)?.creditCents ?? 0,
      firstPaidAt,
      ...entitlementOf(chosen, facts),
      now,
    };
    const isSaved = await keep(reading, billing);
    const opens = reading.planEndsAt === null || reading.planEndsAt > now;
    if (isSaved && isLive(chosen.status) && opens) await closeCheckout(userId);
    // After it is kept: what cannot be given back now is tried again, and keeps nobody's state from being known.
    for (const { id, invoice } of extra) {
      if (invoice?.isPaid && invoice.paidCents > 0) await stripe.refundInvoice(invoice.id);
      await stripe.endNow(id, true);
    }
    await follow(billing, customers);
    return { isChanged };
  }

  return {
    sync: async (userId: UserId): Promise<void> => {
      const { isChanged } = await read(userId);
      if (isChanged) await read(userId);
    },
  };
}
