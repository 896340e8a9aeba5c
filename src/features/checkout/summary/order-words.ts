import { PROMOTION_NAMES, PROMOTION_RATES } from '#contract/billing/discounts.ts';
import { CYCLE_NAMES, PLAN_NAMES, type BillingCycle } from '#contract/billing/plans.ts';
import { formatDate, formatUsd } from '#src/lib/format.ts';
import type { Order } from './order.ts';

const PERIODS: Record<BillingCycle, string> = { monthly: 'month', quarterly: 'quarter', annual: 'year' };
const LATER: Record<BillingCycle, string> = { monthly: 'each month', quarterly: 'every 3 months', annual: 'each year' };
const DISCOUNTS: Record<NonNullable<Order['discount']>['kind'], string> = {
  ...PROMOTION_NAMES,
  quarterly: 'Quarterly discount',
  annual: '2 months free',
};

const usd = (cents: number) => formatUsd(cents / 100);

export const listLine = ({ plan, cycle }: Order) => `${PLAN_NAMES[plan]}, ${CYCLE_NAMES[cycle].toLowerCase()}`;

/** `First-time discount, 50%`. The annual rebate is not the same percent for every plan, so it is told by its label (spec §9). */
export function discountLine({ discount }: Order): string | null {
  if (discount === null) return null;
  const name = DISCOUNTS[discount.kind];
  return discount.kind === 'annual' ? name : `${name}, ${discount.percent}%`;
}

/** Names the first invoice where it is not due today. */
export const firstLine = ({ cycle }: Order) => `First ${PERIODS[cycle]}, after the trial`;

/** What comes after today, in one sentence. */
export function laterText({ cycle, firstCents, laterCents, firstChargeAt }: Order): string {
  const later = `${usd(laterCents)} ${LATER[cycle]}`;
  if (firstChargeAt === null) return `Then ${later}, until you cancel.`;
  const first = `Then ${usd(firstCents)} on ${formatDate(firstChargeAt)}`;
  return `${first} and ${later} after that, until you cancel.`;
}

/** What the offer takes off, and from what. */
export const offerTitle = (promotion: keyof typeof PROMOTION_RATES, cycle: BillingCycle) =>
  `${PROMOTION_RATES[promotion] * 100}% off your first ${PERIODS[cycle]}`;
