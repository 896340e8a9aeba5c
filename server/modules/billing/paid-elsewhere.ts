import { quote } from '#contract/billing/discounts.ts';
import { CYCLE_MONTHS, readPriceId, type PriceId } from '#contract/billing/plans.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';

/** An invoice without its page and PDF, which name whoever paid, with their address. */
export const withoutDocuments = <I extends { pageUrl: string | null; pdfUrl: string | null }>(invoice: I): I => ({
  ...invoice,
  pageUrl: null,
  pdfUrl: null,
});

/** Whether a change charges the card more than it was given for: for a period, or for a month. */
export function raisesPrice({ priceId, priceCents }: Pick<StripeSubscription, 'priceId' | 'priceCents'>, to: PriceId) {
  const [before, after] = [readPriceId(priceId), readPriceId(to)];
  if (priceId === null || !before || !after) return true;
  const fromCents = priceCents ?? quote(priceId, null).laterCents;
  const toCents = quote(to, null).laterCents;
  return toCents > fromCents || toCents / CYCLE_MONTHS[after.cycle] > fromCents / CYCLE_MONTHS[before.cycle];
}
