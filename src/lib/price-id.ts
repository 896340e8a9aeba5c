import { PAID_TIERS, type PaidTier } from '#contract/tiers.ts';

const CYCLES = ['monthly', 'annual'] as const;

/** Reads a price's key, such as `pro_annual`. Undefined for what is none of ours. */
export function readPriceId(priceId: unknown): { plan: PaidTier; billing: (typeof CYCLES)[number] } | undefined {
  if (typeof priceId !== 'string') return undefined;
  const [tier, cycle, ...more] = priceId.split('_');
  const plan = PAID_TIERS.find((one) => one === tier);
  const billing = CYCLES.find((one) => one === cycle);
  return plan && billing && more.length === 0 ? { plan, billing } : undefined;
}
