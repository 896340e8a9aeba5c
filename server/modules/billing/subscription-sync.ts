import type { Db } from '#db/client.ts';
import { closeAttempt } from '#db/queries/checkouts.ts';
import { addNotice } from '#db/queries/notices.ts';
import { listCustomerIds } from '#db/queries/stripe-customers.ts';
import { getBilling, nextReadNumber, saveReading, type Billing } from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeCustomer } from '#server/gateways/stripe-customers.ts';
import type { StripeSubscription } from '#server/gateways/stripe-shapes.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import type { PaymentHistory } from './payment-history.ts';
import { isLive, standingOf } from './standing.ts';

type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway; history: PaymentHistory };

/** Ends of trials that lie this close are the same, in milliseconds: Stripe counts in seconds. */
const SAME_TRIAL_MS = 60_000;

const byAge = (one: StripeSubscription, other: StripeSubscription) =>
  one.createdAt.getTime() - other.createdAt.getTime();

/**
 * Reads a person's subscription at Stripe and keeps what it says: the one way in which it comes to be known here. Webhook,
 * success page, poll and the nightly check all use it, in any order and as often as they like.
 */
export function createSubscriptionSync({ db, clock, stripe, history }: Dependencies) {
  async function readCustomers(userId: UserId): Promise<StripeCustomer[]> {
    const ids = await listCustomerIds(db, userId);
    const customers = await Promise.all(ids.map((id) => stripe.readCustomer(id)));
    return customers.filter((customer) => customer !== null);
  }

  /** Never two live ones: the first stays, what a later one cost goes back. */
  async function keepOne(all: StripeSubscription[]): Promise<StripeSubscription | undefined> {
    const [kept, ...more] = all.filter(({ status }) => isLive(status)).toSorted(byAge);
    for (const extra of more) {
      await stripe.refund(extra.id);
      await stripe.endNow(extra.id, true);
    }
    return kept ?? all.toSorted(byAge).at(-1);
  }

  /** The first payment of all, which the guarantee counts from. Asked for once. */
  async function firstPaymentOf(billing: Billing, chosen: StripeSubscription, customers: StripeCustomer[]) {
    const known = billing.known?.firstPaidAt ?? null;
    if (known || !chosen.invoice || (chosen.status === 'trialing' && chosen.invoice.paidCents === 0)) return known;
    const invoices = (await Promise.all(customers.map(({ id }) => stripe.listInvoices(id)))).flat();
    const paid = invoices.filter((invoice) => invoice.paidCents > 0 && invoice.paidAt !== null);
    return paid.map(({ paidAt }) => paidAt).toSorted((one, other) => Number(one) - Number(other))[0] ?? null;
  }

  /** A trial bought as a guest follows the one that begins with the confirmed address, and so does its discount. */
  async function straighten(chosen: StripeSubscription, { access, known }: Billing, hasPaidBefore: boolean, now: Date) {
    if (chosen.status !== 'trialing') return;
    const own = access.trialEndsAt;
    const ends = chosen.trialEndsAt;
    if (own && ends && own > now && own.getTime() - ends.getTime() > SAME_TRIAL_MS)
      await stripe.moveTrialEnd(chosen.id, own);
    const isFirst = known?.subscriptionId !== chosen.id;
    if (isFirst && chosen.promotion === 'first-time' && hasPaidBefore) await stripe.dropPromotion(chosen.id);
  }

  /** Who has a plan buys no second one: a pay page that is still open closes. */
  async function closeCheckout(userId: UserId): Promise<void> {
    const open = await closeAttempt(db, userId);
    if (open) await stripe.expireCheckout(open);
  }

  async function sync(userId: UserId): Promise<void> {
    const readNumber = await nextReadNumber(db);
    const [billing, customers] = await Promise.all([getBilling(db, userId), readCustomers(userId)]);
    const all = customers.flatMap(({ subscriptions }) => subscriptions);
    const chosen = await keepOne(all);
    if (!chosen) return;
    const now = await clock.now();
    const before = await history.of(billing.email);
    await straighten(chosen, billing, before.firstPaidAt !== null, now);
    const firstPaidAt = await firstPaymentOf(billing, chosen, customers);
    const standing = standingOf(chosen, {
      ownTrialEndsAt: billing.access.trialEndsAt,
      hasPaid: firstPaidAt !== null,
    });
    const failedAt = chosen.status === 'past_due' ? (chosen.invoice?.finalizedAt ?? now) : null;
    // Whoever has asked for the account's deletion is not charged again.
    if (billing.isLeaving && isLive(chosen.status) && chosen.cancelAt === null)
      await stripe.setCancelled(chosen.id, true);
    const isKept = await saveReading(db, {
      userId,
      readNumber,
      subscriptionId: chosen.id,
      customerId: chosen.customerId,
      stripeStatus: chosen.status,
      priceId: chosen.priceId,
      productId: chosen.productId,
      currentPeriodEnd: chosen.currentPeriodEnd,
      trialEndsAt: chosen.trialEndsAt,
      cancelAt: chosen.cancelAt,
      endedAt: chosen.endedAt,
      pastDueSince: failedAt,
      hasCard: chosen.hasCard,
      promotion: chosen.promotion,
      firstPaidAt,
      ...standing,
      now,
    });
    if (firstPaidAt && !before.firstPaidAt) await history.remember(billing.email, { firstPaidAt });
    if (isLive(chosen.status)) await closeCheckout(userId);
    if (isKept && failedAt && standing.planEndsAt) {
      const subject = standing.planEndsAt.toISOString().slice(0, 10);
      await addNotice(db, { userId, topic: 'payment_failed', subject, now });
    }
    for (const { id, email } of customers) if (email !== billing.email) await stripe.updateEmail(id, billing.email);
  }

  return { sync };
}
