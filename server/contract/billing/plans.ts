import { PAID_TIERS, type PaidTier, type Tier } from './tiers.ts';

/** The one price catalog (PLAN-1). Prices in whole US dollars. */
export type Plan = {
  id: PaidTier;
  name: string;
  audience: string;
  monthlyUsd: number;
  annualPerMonthUsd: number;
  /** Stands out where plans are offered. */
  isPopular: boolean;
  /** Stands out on the billing page. */
  isBestValue: boolean;
  badge: string | null;
};

export const PLAN_NAMES: Record<Tier, string> = { free: 'Free', starter: 'Starter', pro: 'Pro', ultimate: 'Ultimate' };

const CATALOG: Record<PaidTier, Plan> = {
  starter: {
    id: 'starter',
    name: PLAN_NAMES.starter,
    audience: 'For one brand finding its feet.',
    monthlyUsd: 29,
    annualPerMonthUsd: 24,
    isPopular: false,
    isBestValue: false,
    badge: null,
  },
  pro: {
    id: 'pro',
    name: PLAN_NAMES.pro,
    audience: 'For a business that markets every week.',
    monthlyUsd: 59,
    annualPerMonthUsd: 49,
    isPopular: true,
    isBestValue: false,
    badge: 'Most Popular',
  },
  ultimate: {
    id: 'ultimate',
    name: PLAN_NAMES.ultimate,
    audience: 'For teams and agencies that need everyone.',
    monthlyUsd: 97,
    annualPerMonthUsd: 79,
    isPopular: false,
    isBestValue: true,
    badge: 'Best Value',
  },
};
export const planOf = (tier: PaidTier): Plan => CATALOG[tier];
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

/** Undefined if the key isn't one of ours. */
export function readPriceId(key: unknown): { plan: PaidTier; cycle: BillingCycle } | undefined {
  if (typeof key !== 'string') return undefined;
  const [tier, name, ...more] = key.split('_');
  const plan = PAID_TIERS.find((one) => one === tier);
  const cycle = BILLING_CYCLES.find((one) => one === name);
  return plan && cycle && more.length === 0 ? { plan, cycle } : undefined;
}

/** A smaller plan, or a shorter cycle of the same one: it takes effect at the end of the paid period (BILL-20). */
export function isDowngrade(from: PriceId, to: PriceId): boolean {
  const [before, after] = [readPriceId(from), readPriceId(to)];
  if (!before || !after) return false;
  if (before.plan !== after.plan) return PAID_TIERS.indexOf(after.plan) < PAID_TIERS.indexOf(before.plan);
  return CYCLE_MONTHS[after.cycle] < CYCLE_MONTHS[before.cycle];
}

/** The monthly price times the months of the cycle, in cents: the base for promotions. */
export function listPriceCents(tier: PaidTier, cycle: BillingCycle): number {
  return planOf(tier).monthlyUsd * 100 * CYCLE_MONTHS[cycle];
}

/** The discount of a quarter over three single months (PLAN-2). */
export const QUARTERLY_RATE = 0.1;

/** The amount of every invoice except a promoted first one, in cents. A year is twelve times its per-month figure (PLAN-1). */
export function cyclePriceCents(tier: PaidTier, cycle: BillingCycle): number {
  if (cycle === 'annual') return planOf(tier).annualPerMonthUsd * 100 * CYCLE_MONTHS.annual;
  const list = listPriceCents(tier, cycle);
  return cycle === 'quarterly' ? Math.round(list * (1 - QUARTERLY_RATE)) : list;
}

/** What a month costs in this cycle, in dollars. */
export function perMonthUsd(tier: PaidTier, cycle: BillingCycle): number {
  return cyclePriceCents(tier, cycle) / 100 / CYCLE_MONTHS[cycle];
}

/** Trial length in days (TRIAL-1). */
export const TRIAL_DAYS = 7;
export const DAY_MS = 86_400_000;

/** Whole days left, rounded up, never negative. */
export function trialDaysLeft(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS));
}
