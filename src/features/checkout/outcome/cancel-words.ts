import type { Promotion } from '#contract/billing/discounts.ts';
import { readPriceId, type PriceId } from '#contract/billing/plans.ts';
import type { CheckoutTerms } from '#src/domain/checkout/checkout-terms.ts';
import { readOrder, toRequestedPromotion } from '#src/domain/checkout/order.ts';
import { discountLine } from '../summary/order-words.ts';
import type { ChargeLine } from './charge-lines.tsx';
import { firstPeriod } from './purchase-words.ts';
import { formatWeekdayDay } from '#src/lib/text/format.ts';

/** What was picked, at today's terms. The discount is there only if the server still allows it; a guest's terms aren't known. */
export function pickedLines(
  price: PriceId,
  discount: Promotion | undefined,
  terms: CheckoutTerms | null,
  now: Date,
): ChargeLine[] {
  const choice = readPriceId(price);
  if (!choice) return [];
  const nobody = {
    hasPaid: true,
    hasLivePlan: true,
    trialEndsAt: null,
    offerEndsAt: null,
    creditCents: 0,
    isTaxed: false,
    guarantee: null,
  };
  const order = readOrder(choice, toRequestedPromotion(discount ?? null), terms ?? nobody, now);
  const label = discountLine(order);
  return [
    { label: firstPeriod(choice.plan, choice.cycle), cents: order.listCents },
    ...(order.discount && label ? [{ label, cents: order.discount.cents, kind: 'off' as const }] : []),
    { label: 'Charged', cents: 0, kind: 'sum' },
  ];
}

/** What Milli says: the trial continues, or nothing is lost. */
export function reassurance(access: { isInTrial: boolean; trialEndsAt: string | null } | null): string {
  return access?.isInTrial && access.trialEndsAt !== null
    ? `No hurry. Your trial runs until ${formatWeekdayDay(access.trialEndsAt)}, with or without a plan.`
    : 'No hurry. The plans will be here.';
}
