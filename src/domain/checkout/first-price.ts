import { quote, type Promotion } from '#contract/billing/discounts.ts';
import { CYCLE_MONTHS, priceId, type BillingCycle } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { formatUsd } from '#src/lib/text/format.ts';

/** A plan's price when a promotion lowers the first invoice. */
export type FirstPrice = {
  /** What a month costs at first: `$47.20`. */
  perMonth: string;
  /** What follows that amount: `for the first month, then $59`. */
  note: string;
  /** The first invoice and the later ones: `$566.40 for the first year, then $588`. */
  billed: string;
};

const PERIODS: Record<BillingCycle, string> = { monthly: 'month', quarterly: 'quarter', annual: 'year' };
const usd = (cents: number) => formatUsd(cents / 100);

/** The price with a promotion, wherever a price is shown; null if there is none, or it doesn't lower this price. */
export function firstPrice(plan: PaidTier, cycle: BillingCycle, promotion: Promotion | null): FirstPrice | null {
  const { firstCents, laterCents } = quote(priceId(plan, cycle), promotion);
  if (firstCents === laterCents) return null;
  const months = CYCLE_MONTHS[cycle];
  const period = `for the first ${PERIODS[cycle]}`;
  return {
    perMonth: usd(firstCents / months),
    note: `${months === 1 ? '' : 'per month '}${period}, then ${usd(laterCents / months)}`,
    billed: `${usd(firstCents)} ${period}, then ${usd(laterCents)}`,
  };
}
