import { cyclePriceCents, listPriceCents, QUARTERLY_RATE, readPriceId, type PriceId } from './plans.ts';

/** The promotions on a first invoice, highest priority first (DISCOUNT-1). At most one applies. */
export const PROMOTIONS = ['first-time', 'welcome-back', 'urgent'] as const;
export type Promotion = (typeof PROMOTIONS)[number];
export const PROMOTION_RATES: Record<Promotion, number> = { 'first-time': 0.5, 'welcome-back': 0.2, urgent: 0.15 };

/** The name of a promotion in the order summary, on the pay page and on the invoice. */
export const PROMOTION_NAMES: Record<Promotion, string> = {
  'first-time': 'First-time discount',
  'welcome-back': 'Welcome-back discount',
  urgent: 'Limited-time discount',
};

/** How long the urgent offer lasts after the server first shows it; a person gets it only once (DISCOUNT-5). */
export const OFFER_MS = 15 * 60_000;

/** The promotions that a URL or an offer requests. */
export type RequestedPromotion = { discount?: 'first-time' | 'welcome-back' | undefined; urgent?: boolean | undefined };
/** What the server knows about the person. `offerEndsAt` is null for those who were never shown the urgent offer. */
export type PromotionFacts = { hasPaid: boolean; hasLivePlan: boolean; isSignedIn: boolean; offerEndsAt: Date | null };

/** The first promotion that was requested and that this person qualifies for (DISCOUNT-1, DISCOUNT-3 to DISCOUNT-5). */
export function promotionFor(requested: RequestedPromotion, facts: PromotionFacts, now: Date): Promotion | null {
  const isLapsed = facts.hasPaid && !facts.hasLivePlan;
  const isOffered = facts.isSignedIn && !facts.hasLivePlan && facts.offerEndsAt !== null && facts.offerEndsAt > now;
  if (requested.discount === 'first-time' && !facts.hasPaid) return 'first-time';
  if (requested.discount === 'welcome-back' && isLapsed) return 'welcome-back';
  return requested.urgent === true && isOffered ? 'urgent' : null;
}

/** Prices in cents. `kind` is a promotion, the cycle's own rebate or a promo code; `percent` is the percentage we advertise. */
export type Quote = {
  listCents: number;
  firstCents: number;
  laterCents: number;
  discount: { kind: Promotion | 'quarterly' | 'annual' | 'code'; percent: number; cents: number } | null;
};

/** The annual price list is advertised as 17% off (DISCOUNT-8). */
const ANNUAL_PERCENT = 17;

/**
 * What a price costs now and later. A promotion lowers the first invoice to list price x (1 - rate), or to the cycle's own price
 * if that is lower; later invoices are at the cycle's own price (DISCOUNT-2).
 */
export function quote(price: PriceId, promotion: Promotion | null): Quote {
  const { plan, cycle } = partsOf(price);
  const listCents = listPriceCents(plan, cycle);
  const laterCents = cyclePriceCents(plan, cycle);
  const promotedCents = promotion ? Math.round(listCents * (1 - PROMOTION_RATES[promotion])) : listCents;
  if (promotion && promotedCents < laterCents) {
    const percent = PROMOTION_RATES[promotion] * 100;
    const discount = { kind: promotion, percent, cents: listCents - promotedCents };
    return { listCents, firstCents: promotedCents, laterCents, discount };
  }
  const percent = cycle === 'annual' ? ANNUAL_PERCENT : QUARTERLY_RATE * 100;
  const discount = cycle === 'monthly' ? null : { kind: cycle, percent, cents: listCents - laterCents };
  return { listCents, firstCents: laterCents, laterCents, discount };
}

/**
 * The coupon at Stripe that lowers a price's first invoice, and what it takes off in cents; null if the cycle's own price is as
 * low already.
 */
export function couponOf(price: PriceId, promotion: Promotion): { id: string; offCents: number } | null {
  const { firstCents, laterCents } = quote(price, promotion);
  return firstCents < laterCents ? { id: `${promotion}_${price}`, offCents: laterCents - firstCents } : null;
}

function partsOf(price: PriceId) {
  const parts = readPriceId(price);
  if (!parts) throw new Error(`no plan and cycle in price ${price}`);
  return parts;
}
