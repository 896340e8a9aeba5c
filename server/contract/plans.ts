import type { PaidTier, Tier } from './tiers.ts';

/** The one price and limit catalogue (DECISIONS "Prices, plans and limits"). Prices in whole US dollars. */
export type Plan = {
  id: PaidTier;
  name: string;
  audience: string;
  monthlyUsd: number;
  annualPerMonthUsd: number;
  badge: 'Most Popular' | 'Best Value' | null;
};

export const PLANS: readonly Plan[] = [
  {
    id: 'starter',
    name: 'Starter',
    audience: 'For one brand finding its feet.',
    monthlyUsd: 29,
    annualPerMonthUsd: 24,
    badge: null,
  },
  {
    id: 'pro',
    name: 'Pro',
    audience: 'For a business that markets every week.',
    monthlyUsd: 59,
    annualPerMonthUsd: 49,
    badge: 'Most Popular',
  },
  {
    id: 'ultimate',
    name: 'Ultimate',
    audience: 'For teams and agencies that need everyone.',
    monthlyUsd: 97,
    annualPerMonthUsd: 79,
    badge: 'Best Value',
  },
];

export const PLAN_NAMES: Record<Tier, string> = { free: 'Free', starter: 'Starter', pro: 'Pro', ultimate: 'Ultimate' };

export const BILLING_CYCLES = ['monthly', 'annual'] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];

/** Our own stable price key, later Stripe's lookup key. */
export function priceId(plan: PaidTier, cycle: BillingCycle): string {
  return `${plan}_${cycle}`;
}

/** What a year costs when billed at once: twelve times the per-month figure (spec §9). */
export function annualTotalUsd(plan: Plan): number {
  return plan.annualPerMonthUsd * 12;
}

/** Trial length in days (spec §9). */
export const TRIAL_DAYS = 7;
export const DAY_MS = 86_400_000;

/** Whole days left, rounded up, never negative. */
export function trialDaysLeft(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS));
}
