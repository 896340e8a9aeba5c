import { PAID_TIERS, type PaidTier, type Tier } from './tiers.ts';

/** The one price catalogue (DECISIONS "Prices, plans and limits"). Prices in whole US dollars. */
export type Plan = {
  id: PaidTier;
  name: string;
  audience: string;
  monthlyUsd: number;
  annualPerMonthUsd: number;
  badge: 'Most Popular' | 'Best Value' | null;
};

export const PLAN_NAMES: Record<Tier, string> = { free: 'Free', starter: 'Starter', pro: 'Pro', ultimate: 'Ultimate' };

const CATALOGUE: Record<PaidTier, Plan> = {
  starter: {
    id: 'starter',
    name: PLAN_NAMES.starter,
    audience: 'For one brand finding its feet.',
    monthlyUsd: 29,
    annualPerMonthUsd: 24,
    badge: null,
  },
  pro: {
    id: 'pro',
    name: PLAN_NAMES.pro,
    audience: 'For a business that markets every week.',
    monthlyUsd: 59,
    annualPerMonthUsd: 49,
    badge: 'Most Popular',
  },
  ultimate: {
    id: 'ultimate',
    name: PLAN_NAMES.ultimate,
    audience: 'For teams and agencies that need everyone.',
    monthlyUsd: 97,
    annualPerMonthUsd: 79,
    badge: 'Best Value',
  },
};
export const planOf = (tier: PaidTier): Plan => CATALOGUE[tier];
export const PLANS: readonly Plan[] = PAID_TIERS.map(planOf);

export const BILLING_CYCLES = ['monthly', 'quarterly', 'annual'] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];
export const CYCLE_NAMES: Record<BillingCycle, string> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  annual: 'Annual',
};
export const CYCLE_MONTHS: Record<BillingCycle, number> = { monthly: 1, quarterly: 3, annual: 12 };

/** Our own stable price key, such as `pro_annual`: Stripe's lookup key. */
export type PriceId = `${PaidTier}_${BillingCycle}`;
export function priceId(plan: PaidTier, cycle: BillingCycle): PriceId {
  return `${plan}_${cycle}`;
}
export const PRICE_IDS: readonly PriceId[] = PAID_TIERS.flatMap((plan) =>
  BILLING_CYCLES.map((cycle) => priceId(plan, cycle)),
);

/** Undefined for what is none of ours. */
export function readPriceId(key: unknown): { plan: PaidTier; cycle: BillingCycle } | undefined {
  if (typeof key !== 'string') return undefined;
  const [tier, name, ...more] = key.split('_');
  const plan = PAID_TIERS.find((one) => one === tier);
  const cycle = BILLING_CYCLES.find((one) => one === name);
  return plan && cycle && more.length === 0 ? { plan, cycle } : undefined;
}

/** The monthly price times the months of the cycle, in cents: what promotions are reckoned from. */
export function listPriceCents(tier: PaidTier, cycle: BillingCycle): number {
  return planOf(tier).monthlyUsd * 100 * CYCLE_MONTHS[cycle];
}

/** A quarter costs this share less than three months (spec §9). */
export const QUARTERLY_RATE = 0.1;

/** What every invoice but a promoted first one costs, in cents. A year is twelve times its per-month figure (spec §9). */
export function cyclePriceCents(tier: PaidTier, cycle: BillingCycle): number {
  if (cycle === 'annual') return planOf(tier).annualPerMonthUsd * 100 * CYCLE_MONTHS.annual;
  const list = listPriceCents(tier, cycle);
  return cycle === 'quarterly' ? Math.round(list * (1 - QUARTERLY_RATE)) : list;
}

/** Trial length in days (spec §9). */
export const TRIAL_DAYS = 7;
export const DAY_MS = 86_400_000;

/** Whole days left, rounded up, never negative. */
export function trialDaysLeft(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS));
}
