import { PROMOTION_NAMES, PROMOTION_RATES } from '#contract/billing/discounts.ts';
import { CYCLE_NAMES, PLAN_NAMES, type BillingCycle } from '#contract/billing/plans.ts';
import { formatAmount, formatDate, formatUsd } from '#src/lib/text/format.ts';
import { plusTax } from '#src/domain/site/tax-note.ts';
import { isBeforeTax, type Order } from '#src/domain/checkout/order.ts';

const PERIODS: Record<BillingCycle, string> = { monthly: 'month', quarterly: 'quarter', annual: 'year' };
export const LATER: Record<BillingCycle, string> = {
  monthly: 'each month',
  quarterly: 'every 3 months',
  annual: 'each year',
};
export const DISCOUNTS: Record<Exclude<NonNullable<Order['discount']>['kind'], 'code'>, string> = {
  ...PROMOTION_NAMES,
  quarterly: 'Quarterly discount',
  annual: '2 months free',
};

export const usd = (cents: number) => formatUsd(cents / 100);

export const listLine = ({ plan, cycle }: Order) => `${PLAN_NAMES[plan]}, ${CYCLE_NAMES[cycle].toLowerCase()}`;

/** `First-time discount, 50%`. The annual rebate differs by plan, so only its label is shown (DISCOUNT-8). */
export function discountLine({ discount, code }: Pick<Order, 'discount' | 'code'>): string | null {
  if (discount === null) return null;
  if (discount.kind === 'code') return code?.line ?? null;
  const name = DISCOUNTS[discount.kind];
  return discount.kind === 'annual' ? name : `${name}, ${discount.percent}%`;
}

/** Labels the first invoice if it isn't due today. */
export const firstLine = ({ cycle }: Order) => `First ${PERIODS[cycle]}, after the trial`;

/** The tax on the first invoice, which Stripe estimates from where the person seems to be. */
export function taxRow({ taxCents }: Order): [term: string, value: string] {
  if (taxCents === undefined) return ['Tax', '…'];
  return taxCents === null ? ['Tax', 'Shown on the payment page'] : ['Estimated tax', formatAmount(taxCents)];
}

/** Labels what is charged today. */
export const dueLabel = (order: Order) =>
  order.firstChargeAt === null && isBeforeTax(order) ? 'Due today, before tax' : 'Due today';

/** The charges after today, and the credit that is left for them. */
export function laterText(order: Order): string {
  const { cycle, first, laterCents, firstChargeAt, code, isTaxed } = order;
  const later = `${usd(laterCents)}${plusTax(isTaxed)} ${LATER[cycle]}`;
  const left = first.leftCents > 0 ? ` Your other ${formatAmount(first.leftCents)} of credit pays first.` : '';
  if (code?.later) return code.later + left;
  if (firstChargeAt === null) return `Then ${later}, until you cancel.${left}`;
  const due = `Then ${usd(first.dueCents)}${plusTax(isBeforeTax(order))} on ${formatDate(firstChargeAt)}`;
  return `${due} and ${later} after that, until you cancel.${left}`;
}

/** How much the offer takes off, and off what. */
export const offerTitle = (promotion: keyof typeof PROMOTION_RATES, cycle: BillingCycle) =>
  `${PROMOTION_RATES[promotion] * 100}% off your first ${PERIODS[cycle]}`;
