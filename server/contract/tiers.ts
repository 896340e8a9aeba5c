import { z } from 'zod';

/** Subscription tiers in rising order (spec §4, §6). */
export const TIERS = ['free', 'starter', 'pro', 'ultimate'] as const;
export const tierSchema = z.enum(TIERS);
export type Tier = z.infer<typeof tierSchema>;

export const PAID_TIERS = ['starter', 'pro', 'ultimate'] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

export function isAtLeast(tier: Tier, needed: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(needed);
}

/** How a person's subscription stands. `trial` is the value seen in the source (spec §3). */
export const SUBSCRIPTION_STATUSES = ['none', 'trial', 'active'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export type Subscription = {
  tier: Tier;
  status: SubscriptionStatus;
  trialEndsAt: Date | null;
};

export function isInTrial(subscription: Subscription, now: Date): boolean {
  return subscription.status === 'trial' && subscription.trialEndsAt !== null && subscription.trialEndsAt > now;
}

export function hasTrialExpired(subscription: Subscription, now: Date): boolean {
  return subscription.status === 'trial' && !isInTrial(subscription, now);
}

/** The tier whose access and limits apply now: a running trial is Ultimate, an expired one is free (spec §4, DECISIONS "Trial"). */
export function effectiveTier(subscription: Subscription, now: Date): Tier {
  if (isInTrial(subscription, now)) return 'ultimate';
  return subscription.status === 'active' ? subscription.tier : 'free';
}
