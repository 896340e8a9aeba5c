import { CYCLE_MONTHS, perMonthUsd, type BillingCycle } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { PlanChangePreview } from '#src/domain/subscription/subscription.ts';
import { firstPrice } from '#src/domain/checkout/first-price.ts';
import type { Order } from '#src/domain/checkout/order.ts';
import { planPrice } from '#src/domain/subscription/plan-price.ts';
import { formatAmount, formatDate, formatUsd } from '#src/lib/text/format.ts';

/** `amount` is the large figure and `note` what follows it; `due` says what is charged, and when. */
export type UpgradePrice = { amount: string; note: string; due: string };

const afterCredit = (usedCents: number) => (usedCents > 0 ? [`after ${formatAmount(usedCents)} of credit`] : []);
/** `$39.00 due today, before tax and after $20.00 of credit`. */
const sentence = (start: string, additions: string[]) =>
  additions.length === 0 ? start : `${start}, ${additions.join(' and ')}`;

/** The price for someone who would buy it, with the promotion and the credit that they have. */
export function purchasePrice({ plan, cycle, promotion, first, firstChargeAt, isTaxed }: Order): UpgradePrice {
  const promoted = firstPrice(plan, cycle, promotion);
  const when = firstChargeAt === null ? 'today' : `on ${formatDate(firstChargeAt)}, when your trial ends`;
  const additions = [...(isTaxed ? ['before tax'] : []), ...afterCredit(first.usedCents)];
  return {
    amount: promoted?.perMonth ?? formatUsd(perMonthUsd(plan, cycle)),
    note: promoted?.note ?? 'per month',
    due: `${sentence(`${formatAmount(first.dueCents)} due ${when}`, additions)}.`,
  };
}

/** The price for someone who would change to it, in the cycle they pay by. `preview` is null if the change isn't possible right now. */
export function changePrice(
  plan: PaidTier,
  cycle: BillingCycle,
  preview: Pick<PlanChangePreview, 'dueNowCents' | 'creditUsedCents' | 'nextCents' | 'nextTaxCents' | 'nextAt'> | null,
): UpgradePrice {
  const { perMonth, billed } = planPrice(plan, cycle);
  const shown = {
    amount: perMonth,
    note: CYCLE_MONTHS[cycle] === 1 ? 'per month' : `per month, ${lowerFirst(billed)}`,
  };
  if (!preview) return { ...shown, due: '' };
  const { dueNowCents, creditUsedCents, nextCents, nextTaxCents, nextAt } = preview;
  // The note below the plans says that prices don't include tax, so amounts that do must say so.
  const withTax = nextTaxCents ? ' with tax' : '';
  const now = sentence(
    `${formatAmount(dueNowCents)} due today${dueNowCents > 0 ? withTax : ''}`,
    afterCredit(creditUsedCents),
  );
  const next = `${formatAmount(nextCents + (nextTaxCents ?? 0))}${nextTaxCents === null ? ' plus tax' : withTax}`;
  return { ...shown, due: nextAt === null ? `${now}.` : `${now}, then ${next} on ${formatDate(nextAt)}.` };
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
