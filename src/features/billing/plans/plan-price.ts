import { CYCLE_MONTHS, cyclePriceCents, type BillingCycle } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { formatUsd } from '#src/lib/format.ts';

/** A plan's price per month, and how it is billed. */
export function planPrice(plan: PaidTier, cycle: BillingCycle): { perMonth: string; billed: string } {
  const cents = cyclePriceCents(plan, cycle);
  const months = CYCLE_MONTHS[cycle];
  const amount = formatUsd(cents / 100);
  const billed = {
    monthly: 'Billed monthly',
    quarterly: `Billed ${amount} every ${months} months`,
    annual: `Billed ${amount} a year`,
  };
  return { perMonth: formatUsd(cents / 100 / months), billed: billed[cycle] };
}
