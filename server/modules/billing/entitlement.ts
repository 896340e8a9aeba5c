import { GRACE_DAYS } from '#contract/billing/billing-times.ts';
import { DAY_MS, readPriceId } from '#contract/billing/plans.ts';
import type { Subscription } from '#contract/billing/tiers.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';

/** Statuses in which a subscription goes on: a second one must not begin beside it. */
const LIVE = new Set(['trialing', 'active', 'past_due']);
export const isLive = (status: string): boolean => LIVE.has(status);
/** Statuses from which Stripe brings no subscription back by itself. */
const OVER = new Set(['canceled', 'incomplete_expired']);
export const isOver = (status: string): boolean => OVER.has(status);

export type Entitlement = Omit<Subscription, 'trialEndsAt'>;
export type EntitlementFacts = {
  /** The trial that began with the confirmed address: the only one that is free. */
  ownTrialEndsAt: Date | null;
  hasPaid: boolean;
  /** When the first payment failed, if none succeeded since. */
  pastDueSince: Date | null;
};

const earlier = (one: Date, other: Date | null) => (other !== null && other < one ? other : one);

/** Whether the period it was ended in is paid for: not a trial, not refunded, no bill that stayed open. */
function isPaidUp({ invoice, isRefunded, trialEndsAt, endedAt }: StripeSubscription): boolean {
  const endedInTrial = trialEndsAt !== null && endedAt !== null && endedAt <= trialEndsAt;
  return invoice?.isPaid === true && !isRefunded && !endedInTrial;
}

/** Whole days and the hour of the pay page round the own trial up; what goes further is a second one, which opens nothing. */
const ROUNDING_MS = 2 * DAY_MS;
function secondTrialEnd({ trialEndsAt }: StripeSubscription, ownTrialEndsAt: Date | null): Date | null {
  if (trialEndsAt === null) return null;
  const isOwn = ownTrialEndsAt !== null && trialEndsAt.getTime() <= ownTrialEndsAt.getTime() + ROUNDING_MS;
  return isOwn ? null : trialEndsAt;
}

/** How somebody stands whom no subscription gives anything. */
export function entitlementWithout({
  hasPaid,
  ownTrialEndsAt,
}: Pick<EntitlementFacts, 'hasPaid' | 'ownTrialEndsAt'>): Entitlement {
  return { tier: 'free', status: hasPaid ? 'ended' : ownTrialEndsAt ? 'trial' : 'none', planEndsAt: null };
}

/** What a subscription gives, by what Stripe says of it. Unpaid, incomplete, expired, paused and unknown ones give nothing. */
export function entitlementOf(subscription: StripeSubscription, facts: EntitlementFacts): Entitlement {
  const { status, cancelAt, trialEndsAt, createdAt, cardId, endedAt, currentPeriodEnd } = subscription;
  const { ownTrialEndsAt } = facts;
  const plan = readPriceId(subscription.priceId)?.plan;
  const none = entitlementWithout(facts);
  if (!plan) return none;
  if (status === 'active') return { tier: plan, status, planEndsAt: cancelAt };
  const secondEnd = secondTrialEnd(subscription, ownTrialEndsAt);
  if (status === 'past_due') {
    // The first payment after a second trial failed: nothing was ever open that could be kept.
    const failedFirst =
      secondEnd !== null && (facts.pastDueSince ?? createdAt).getTime() <= secondEnd.getTime() + ROUNDING_MS;
    if (failedFirst) return { tier: plan, status, planEndsAt: createdAt };
    const graceEndsAt = new Date((facts.pastDueSince ?? createdAt).getTime() + GRACE_DAYS * DAY_MS);
    return { tier: plan, status, planEndsAt: earlier(graceEndsAt, cancelAt) };
  }
  if (status === 'trialing') {
    // A second trial, of somebody who has had one, opens nothing: the plan begins with its first payment.
    if (ownTrialEndsAt === null || secondEnd !== null) return { tier: plan, status, planEndsAt: createdAt };
    const goesOn = cardId !== null && cancelAt === null;
    return { tier: plan, status, planEndsAt: goesOn ? null : earlier(ownTrialEndsAt, trialEndsAt) };
  }
  if (status === 'canceled' && isPaidUp(subscription))
    return { tier: plan, status: 'ended', planEndsAt: currentPeriodEnd ?? endedAt };
  return none;
}
