import { GRACE_DAYS } from '#contract/billing-times.ts';
import { DAY_MS, readPriceId } from '#contract/plans.ts';
import type { Subscription } from '#contract/tiers.ts';
import type { StripeSubscription } from '#server/gateways/stripe-shapes.ts';

/** Statuses in which a subscription goes on: a second one must not begin beside it. */
const LIVE = new Set(['trialing', 'active', 'past_due']);
export const isLive = (status: string): boolean => LIVE.has(status);
/** Statuses from which Stripe brings no subscription back by itself. */
const OVER = new Set(['canceled', 'incomplete_expired']);
export const isOver = (status: string): boolean => OVER.has(status);

export type Standing = Omit<Subscription, 'trialEndsAt'>;

const earlier = (one: Date, other: Date | null) => (other !== null && other < one ? other : one);

/**
 * What a subscription gives, by what Stripe says of it. `ownTrialEndsAt` is the trial that began with the confirmed address:
 * the only one that is free. Unpaid, incomplete, expired, paused and unknown ones give nothing.
 */
export function standingOf(
  subscription: StripeSubscription,
  { ownTrialEndsAt, hasPaid }: { ownTrialEndsAt: Date | null; hasPaid: boolean },
): Standing {
  const { status, cancelAt, trialEndsAt, createdAt, hasCard, invoice, endedAt, currentPeriodEnd } = subscription;
  const plan = readPriceId(subscription.priceId)?.plan;
  const none: Standing = {
    tier: 'free',
    status: hasPaid ? 'ended' : ownTrialEndsAt ? 'trial' : 'none',
    planEndsAt: null,
  };
  if (!plan) return none;
  if (status === 'active') return { tier: plan, status, planEndsAt: cancelAt };
  if (status === 'past_due') {
    const failedAt = invoice?.finalizedAt ?? createdAt;
    const graceEndsAt = new Date(failedAt.getTime() + GRACE_DAYS * DAY_MS);
    return { tier: plan, status, planEndsAt: earlier(graceEndsAt, cancelAt) };
  }
  if (status === 'trialing') {
    // A second trial, of somebody who has had one, opens nothing: the plan begins with its first payment.
    if (ownTrialEndsAt === null || ownTrialEndsAt <= createdAt) return { tier: plan, status, planEndsAt: createdAt };
    const goesOn = hasCard && cancelAt === null;
    return { tier: plan, status, planEndsAt: goesOn ? null : earlier(ownTrialEndsAt, trialEndsAt) };
  }
  const isPaidUp = invoice?.isPaid === true && invoice.paidCents > 0 && !subscription.isRefunded;
  if (status === 'canceled' && isPaidUp)
    return { tier: plan, status: 'ended', planEndsAt: currentPeriodEnd ?? endedAt };
  return none;
}
