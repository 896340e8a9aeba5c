/** Subscription tiers in rising order (ACCESS-1). */
export const TIERS = ['free', 'starter', 'pro', 'ultimate'] as const;
export type Tier = (typeof TIERS)[number];

export const PAID_TIERS = ['starter', 'pro', 'ultimate'] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

export function isAtLeast(tier: Tier, needed: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(needed);
}

/** Whether a larger plan than this tier exists. */
export function hasTierAbove(tier: Tier): boolean {
  return tier !== TIERS.at(-1);
}

/**
 * The state of a person's subscription. `trial` (fixed: scripts read it) is our own trial, running or over. `trialing` is a trial
 * with a plan chosen for its end; `ended` is a plan that is over.
 */
export const SUBSCRIPTION_STATUSES = ['none', 'trial', 'trialing', 'active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export type Subscription = {
  /** The chosen plan; its access and limits apply after the trial and until `planEndsAt`. */
  tier: Tier;
  status: SubscriptionStatus;
  trialEndsAt: Date | null;
  /** When the plan ends unless the person acts: it was canceled, has no card, or a payment failed. Null: it renews. */
  planEndsAt: Date | null;
};

/** A subscription at Stripe in one of these states gives access, and can be refunded. */
export const LIVE_STRIPE_STATUSES = ['trialing', 'active', 'past_due'] as const;

const runs = (end: Date | null, now: Date) => end !== null && end > now;

/** A paying customer is no longer in a trial, even if trial days remain. */
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

/** The tier whose access and limits apply now: Ultimate during a trial, then the plan's tier, or free (ACCESS-2). */
export function effectiveTier(subscription: Subscription, now: Date): Tier {
  return runs(subscription.trialEndsAt, now) ? 'ultimate' : (livePlan(subscription, now) ?? 'free');
}
