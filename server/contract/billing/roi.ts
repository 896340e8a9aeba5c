import type { BusinessSize, RevenueRange } from './business-figures.ts';
import { perMonthUsd, type BillingCycle } from './plans.ts';
import type { PaidTier } from './tiers.ts';

/** Hours and US dollars saved per month, by the size of the business (ROI-1). */
const SAVED_BY_SIZE: Record<BusinessSize, { hours: number; usd: number }> = {
  solo: { hours: 40, usd: 2_000 },
  small: { hours: 80, usd: 4_000 },
  medium: { hours: 160, usd: 8_000 },
  large: { hours: 320, usd: 15_000 },
};
/** The midpoint of each annual revenue range in US dollars, and the share by which revenue grows (ROI-2). */
const GROWTH_BY_REVENUE: Record<RevenueRange, { midpointUsd: number; rate: number }> = {
  'under-100k': { midpointUsd: 50_000, rate: 0.2 },
  '100k-500k': { midpointUsd: 300_000, rate: 0.15 },
  '500k-1m': { midpointUsd: 750_000, rate: 0.12 },
  '1m+': { midpointUsd: 1_500_000, rate: 0.1 },
};

/** Per month, in hours and US dollars. `percent` is the net gain relative to the plan's monthly price. */
export type Roi = { hoursSaved: number; costSavingsUsd: number; revenueIncreaseUsd: number; percent: number };

export function estimateRoi(input: {
  size: BusinessSize;
  revenue: RevenueRange;
  plan: PaidTier;
  cycle: BillingCycle;
}): Roi {
  const { hours: hoursSaved, usd: costSavingsUsd } = SAVED_BY_SIZE[input.size];
  const { midpointUsd, rate } = GROWTH_BY_REVENUE[input.revenue];
  const revenueIncreaseUsd = Math.round((midpointUsd * rate) / 12);
  const costUsd = perMonthUsd(input.plan, input.cycle);
  const gainUsd = costSavingsUsd + revenueIncreaseUsd - costUsd;
  return { hoursSaved, costSavingsUsd, revenueIncreaseUsd, percent: Math.round((gainUsd / costUsd) * 100) };
}
