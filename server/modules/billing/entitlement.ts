import type { Billing } from '#db/queries/billing/subscriptions.ts';
import { GRACE_DAYS } from '#contract/billing/billing-times.ts';
import { DAY_MS, readPriceId } from '#contract/billing/plans.ts';
import { LIVE_STRIPE_STATUSES, type Subscription } from '#contract/billing/tiers.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';

/** Statuses of a live subscription: no second one may start beside it. */
const LIVE = new Set<string>(LIVE_STRIPE_STATUSES);
export const isLive = (status: string): boolean => LIVE.has(status);
/** Statuses from which Stripe never revives a subscription. */
const OVER = new Set(['canceled', 'incomplete_expired']);
export const isOver = (status: string): boolean => OVER.has(status);

export type Entitlement = Omit<Subscription, 'trialEndsAt'>;
export type EntitlementFacts = {
  /** The trial that began with the confirmed address: the only one that is free. */
  ownTrialEndsAt: Date | null;
  hasPaid: boolean;
  /** When the first payment failed, if none has succeeded since. */
  pastDueSince: Date | null;
};

const earlier = (one: Date, other: Date | null) => (other !== null && other < one ? other : one);

/** Whether the period in which it ended was paid for: not a trial, not refunded, no open invoice. */
function isPaidUp({ invoice, isRefunded, trialEndsAt, endedAt }: StripeSubscription): boolean {
  const endedInTrial = trialEndsAt !== null && endedAt !== null && endedAt <= trialEndsAt;
  return invoice?.isPaid === true && !isRefunded && !endedInTrial;
}

/**
 * Covers rounding our own trial up to whole days plus the pay page's hour; a trial that ends later than this is a second one and grants
 * nothing.
 */
const ROUNDING_MS = 2 * DAY_MS;
function secondTrialEnd({ trialEndsAt }: StripeSubscription, ownTrialEndsAt: Date | null): Date | null {
  if (trialEndsAt === null) return null;
  const isOwn = ownTrialEndsAt !== null && trialEndsAt.getTime() <= ownTrialEndsAt.getTime() + ROUNDING_MS;
  return isOwn ? null : trialEndsAt;
}

/**
 * When our own trial ends after a plan was chosen during it. Close to the end, Stripe counts the remaining days as whole ones; our trial
 * lasts just as long, so that the trial ends and the first charge is made at the same time (TRIAL-5).
 */
export function trialEndWith(
  { trialEndsAt, createdAt }: Pick<StripeSubscription, 'trialEndsAt' | 'createdAt'>,
  ownTrialEndsAt: Date | null,
): Date | null {
  if (ownTrialEndsAt === null || trialEndsAt === null || createdAt > ownTrialEndsAt) return ownTrialEndsAt;
  const isRounded = trialEndsAt > ownTrialEndsAt && trialEndsAt.getTime() <= ownTrialEndsAt.getTime() + ROUNDING_MS;
  return isRounded ? trialEndsAt : ownTrialEndsAt;
}

/** The entitlement of a person without a subscription. */
export function entitlementWithout({
  hasPaid,
  ownTrialEndsAt,
}: Pick<EntitlementFacts, 'hasPaid' | 'ownTrialEndsAt'>): Entitlement {
  return { tier: 'free', status: hasPaid ? 'ended' : ownTrialEndsAt ? 'trial' : 'none', planEndsAt: null };
}

/** The entitlement from a subscription, based on Stripe's data. Unpaid, incomplete, expired, paused and unknown statuses grant nothing. */
export function entitlementOf(subscription: StripeSubscription, facts: EntitlementFacts): Entitlement {
  const { status, cancelAt, trialEndsAt, createdAt, cardId, endedAt, currentPeriodEnd } = subscription;
  const { ownTrialEndsAt } = facts;
  const plan = readPriceId(subscription.priceId)?.plan;
  const none = entitlementWithout(facts);
  if (!plan) return none;
  if (status === 'active') return { tier: plan, status, planEndsAt: cancelAt };
  const secondEnd = secondTrialEnd(subscription, ownTrialEndsAt);
  if (status === 'past_due') {
    // The first payment after a second trial failed: there was never any access to keep.
    const failedFirst =
      secondEnd !== null && (facts.pastDueSince ?? createdAt).getTime() <= secondEnd.getTime() + ROUNDING_MS;
    if (failedFirst) return { tier: plan, status, planEndsAt: createdAt };
    const graceEndsAt = new Date((facts.pastDueSince ?? createdAt).getTime() + GRACE_DAYS * DAY_MS);
    return { tier: plan, status, planEndsAt: earlier(graceEndsAt, cancelAt) };
  }
  if (status === 'trialing') {
    // A second trial grants nothing: the plan starts with its first payment.
    if (ownTrialEndsAt === null || secondEnd !== null) return { tier: plan, status, planEndsAt: createdAt };
    const continues = cardId !== null && cancelAt === null;
    return { tier: plan, status, planEndsAt: continues ? null : earlier(ownTrialEndsAt, trialEndsAt) };
  }
  if (status === 'canceled' && isPaidUp(subscription))
    return { tier: plan, status: 'ended', planEndsAt: currentPeriodEnd ?? endedAt };
  return none;
}

/**
 * A second trial grants nothing and doesn't block a purchase; the subscription with the stronger claim stays. A plan
 * that was paid for elsewhere gives way to one with a card of one's own.
 */
export function hasPlanToKeep({ known, access }: Billing, now: Date): boolean {
  if (known === null || known.isPaidElsewhere || !isLive(known.stripeStatus)) return false;
  return known.stripeStatus !== 'trialing' || access.planEndsAt === null || access.planEndsAt > now;
}
