import { CYCLE_MONTHS, cyclePriceCents, type BillingCycle } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { formatUsd } from '#src/lib/text/format.ts';

type ShownPrice = { perMonth: string; billed: string };

/** A plan's price per month, and how it is billed. `ownCents` is what this customer pays for a period of it, which may be an older price. */
export function planPrice(plan: PaidTier, cycle: BillingCycle, ownCents?: number): ShownPrice {
  const cents = ownCents ?? cyclePriceCents(plan, cycle);
  const amount = formatUsd(cents / 100);
  const billed = {
    monthly: 'Billed monthly',
    quarterly: `Billed ${amount} every ${CYCLE_MONTHS[cycle]} months`,
    annual: `Billed ${amount} a year`,
  };
  return { perMonth: formatUsd(cents / 100 / CYCLE_MONTHS[cycle]), billed: billed[cycle] };
}
