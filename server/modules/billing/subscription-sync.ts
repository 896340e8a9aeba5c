import { closeAttempt } from '#db/queries/checkouts.ts';
import type { Db } from '#db/client.ts';
import { addNotice } from '#db/queries/notices.ts';
import { forgetCustomer, listCustomerIds } from '#db/queries/stripe-customers.ts';
import { getBilling, nextReadNumber, saveReading, type Billing, type Reading } from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeCustomer } from '#server/gateways/stripe-customers.ts';
import type { StripeSubscription } from '#server/gateways/stripe-shapes.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import { chooseSubscription } from './choose-subscription.ts';
import type { PaymentHistory } from './payment-history.ts';
import { isLive, standingOf, type Standing } from './standing.ts';

type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway; history: PaymentHistory };

/** Ends of trials that lie this close are the same, in milliseconds: Stripe counts in seconds. */
const SAME_TRIAL_MS = 60_000;

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
  async function straighten(chosen: StripeSubscription, billing: Billing, hadPaidBefore: boolean, now: Date) {
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
    const standing: Standing = {
      tier: 'free',
      status: known.firstPaidAt ? 'ended' : access.trialEndsAt ? 'trial' : 'none',
      planEndsAt: null,
    };
    const trialEndsAt = known.subscriptionTrialEndsAt;
    const over = { stripeStatus: 'canceled', trialEndsAt, cancelAt: null, pastDueSince: null };
    await saveReading(db, { ...known, ...over, ...standing, userId, readNumber, now: await clock.now() });
  }

  async function keep(reading: Reading, billing: Billing): Promise<void> {
    const { userId, firstPaidAt, pastDueSince, planEndsAt, now } = reading;
    if (firstPaidAt) await history.remember({ userId, email: billing.email }, { firstPaidAt });
    if (!(await saveReading(db, reading)) || !pastDueSince || !planEndsAt) return;
    const subject = planEndsAt.toISOString().slice(0, 10);
    await addNotice(db, { userId, topic: 'payment_failed', subject, now });
  }

  async function read(userId: UserId): Promise<{ isChanged: boolean }> {
    const readNumber = await nextReadNumber(db);
    const [billing, customers] = await Promise.all([getBilling(db, userId), readCustomers(userId)]);
    for (const { id, email } of customers) if (email !== billing.email) await stripe.updateEmail(id, billing.email);
    const all = customers.flatMap(({ subscriptions }) => subscriptions);
    const { chosen: found, extra } = chooseSubscription(all, billing.known?.subscriptionId ?? null);
    for (const { id } of extra) {
      await stripe.refund({ subscription: id });
      await stripe.endNow(id, true);
    }
    if (!found) {
      await keepNothing(userId, readNumber, billing);
      return { isChanged: false };
    }
    const now = await clock.now();
    const chosen = await withRefund(found, now);
    const before = await history.of(billing.email);
    const isChanged = await straighten(chosen, billing, before.firstPaidAt !== null, now);
    const firstPaidAt = await firstPaymentOf(billing, chosen, customers);
    const { known, access } = billing;
    const pastDueSince =
      chosen.status === 'past_due' ? (known?.pastDueSince ?? chosen.invoice?.finalizedAt ?? now) : null;
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
      ...standingOf(chosen, facts),
      now,
    };
    await keep(reading, billing);
    if (isLive(chosen.status)) await closeCheckout(userId);
    return { isChanged };
  }

  return {
    sync: async (userId: UserId): Promise<void> => {
      const { isChanged } = await read(userId);
      if (isChanged) await read(userId);
    },
  };
}
