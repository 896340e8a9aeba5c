/** Subscription tiers in rising order (spec §4, §6). */
export const TIERS = ['free', 'starter', 'pro', 'ultimate'] as const;
export type Tier = (typeof TIERS)[number];

export const PAID_TIERS = ['starter', 'pro', 'ultimate'] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

export function isAtLeast(tier: Tier, needed: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(needed);
}

/**
 * How a person's subscription stands. `trial` is the value seen in the source (spec §3): our own trial, running or over.
 * `trialing` is a trial with a plan chosen for its end; `ended` had a plan that is over.
 */
export const SUBSCRIPTION_STATUSES = ['none', 'trial', 'trialing', 'active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export type Subscription = {
  /** The plan that was chosen; its access and limits apply after the trial and until `planEndsAt`. */
  tier: Tier;
  status: SubscriptionStatus;
  trialEndsAt: Date | null;
  /** When the plan ends unless something is done: cancelled, no card, or a payment that failed. Null: it renews. */
  planEndsAt: Date | null;
};

const runs = (end: Date | null, now: Date) => end !== null && end > now;

/** Whoever pays is no longer in a trial, although its days go on. */
export function isInTrial({ status, trialEndsAt }: Subscription, now: Date): boolean {
  return runs(trialEndsAt, now) && status !== 'active' && status !== 'past_due';
}

export function hasTrialExpired({ status, trialEndsAt }: Subscription, now: Date): boolean {
  return status === 'trial' && !runs(trialEndsAt, now);
}

/** The plan that is paid for, or chosen for the trial's end; null once it is over. */
export function livePlan({ tier, status, planEndsAt }: Subscription, now: Date): PaidTier | null {
  if (tier === 'free' || status === 'none' || status === 'trial') return null;
  return planEndsAt === null || planEndsAt > now ? tier : null;
}

/** The tier whose access and limits apply now: Ultimate while a trial runs, then the plan, or free (spec §4, DECISIONS "Trial"). */
export function effectiveTier(subscription: Subscription, now: Date): Tier {
  return runs(subscription.trialEndsAt, now) ? 'ultimate' : (livePlan(subscription, now) ?? 'free');
}
