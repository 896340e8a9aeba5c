import { SUBSCRIPTION_TRUST_MS } from '#contract/billing/billing-times.ts';
import { PLAN_NAMES, trialDaysLeft } from '#contract/billing/plans.ts';
import { effectiveTier, hasTrialExpired, isInTrial, livePlan, type Subscription } from '#contract/billing/tiers.ts';
import type { ProfileAccess } from './plan-label.ts';

/** How long to wait for the server's answer when a trial or a plan ends, in milliseconds. */
export const END_WAIT_MS = 5_000;
/** If an end is further past than this, the two clocks differ, and the poll is enough. */
const END_NEAR_MS = 60_000;
/** The longest that a timer can wait, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export type KnownAccess = {
  /** The server's last answer about access. */
  access: ProfileAccess;
  /** When it arrived, on this browser's clock, in milliseconds. */
  knownAt: number;
  /** Since when the poll has been failing; null while it works. */
  failingSince: number | null;
};

function deriveAccess(
  access: ProfileAccess,
  status: Subscription['status'],
  plan: ProfileAccess['plan'],
  now: Date,
): ProfileAccess {
  const trialEndsAt = access.trialEndsAt === null ? null : new Date(access.trialEndsAt);
  const planEndsAt = access.planEndsAt === null ? null : new Date(access.planEndsAt);
  const subscription: Subscription = { tier: plan ?? 'free', status, trialEndsAt, planEndsAt };
  const tier = effectiveTier(subscription, now);
  return {
    ...access,
    status,
    tier,
    plan: livePlan(subscription, now),
    planName: PLAN_NAMES[tier],
    isInTrial: isInTrial(subscription, now),
    hasTrialExpired: hasTrialExpired(subscription, now),
    trialDaysLeft: trialEndsAt ? trialDaysLeft(trialEndsAt, now) : 0,
  };
}

/** When the current access ends, in milliseconds, soonest first. */
function endsOf({ trialEndsAt, trialDaysLeft: daysLeft, planEndsAt, plan }: ProfileAccess): number[] {
  return [daysLeft > 0 ? trialEndsAt : null, plan ? planEndsAt : null]
    .flatMap((end) => (end === null ? [] : [Date.parse(end)]))
    .toSorted((one, other) => one - other);
}

/**
 * The current access, derived from the last answer. The server is trusted while it answers, whatever this browser's clock says.
 * If the poll fails, the last known state holds for ten minutes, then falls back to not subscribed (BILL-4); our own trial, which
 * is no subscription, runs to its end. An end that passes while the server doesn't answer applies immediately.
 */
export function accessToShow({ access, knownAt, failingSince }: KnownAccess, now: number): ProfileAccess {
  if (failingSince !== null && now - failingSince >= SUBSCRIPTION_TRUST_MS) {
    const hadTrial = access.isInTrial || access.hasTrialExpired;
    return deriveAccess({ ...access, planEndsAt: null }, hadTrial ? 'trial' : 'none', null, new Date(now));
  }
  const hasUnheardEnd = endsOf(access).some((end) => knownAt < end && end + END_WAIT_MS <= now);
  return hasUnheardEnd ? deriveAccess(access, access.status, access.plan, new Date(now)) : access;
}

/** In how many milliseconds to ask the server ahead of schedule because a trial or a plan ends; null: the poll is enough. */
export function nextEndMs(access: ProfileAccess, now: number): number | null {
  const next = endsOf(access).find((end) => end + END_NEAR_MS > now);
  if (next === undefined) return null;
  // This browser's clock may be slightly ahead of the server's: then it asks once more.
  return Math.min(TIMER_MAX_MS, next > now ? next - now : END_WAIT_MS);
}
