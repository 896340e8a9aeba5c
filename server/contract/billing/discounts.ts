import { cyclePriceCents, listPriceCents, QUARTERLY_RATE, readPriceId, type PriceId } from './plans.ts';

/** What lowers a first invoice, in the order in which they count (spec §9). At most one applies. */
export const PROMOTIONS = ['first-time', 'welcome-back', 'urgent'] as const;
export type Promotion = (typeof PROMOTIONS)[number];
export const PROMOTION_RATES: Record<Promotion, number> = { 'first-time': 0.5, 'welcome-back': 0.2, urgent: 0.15 };

/** What a promotion is called in the order summary, on the pay page and on the invoice. */
export const PROMOTION_NAMES: Record<Promotion, string> = {
  'first-time': 'First-time discount',
  'welcome-back': 'Welcome-back discount',
  urgent: 'Limited-time discount',
};

/** How long the urgent offer holds from the moment the server first showed it, once ever (spec §9, DECISIONS). */
export const OFFER_MS = 15 * 60_000;

/** What an address or an offer asks for. */
export type AskedPromotion = { discount?: 'first-time' | 'welcome-back' | undefined; urgent?: boolean | undefined };
/** What the server knows of the person. `offerEndsAt` is null for those who were never shown the urgent offer. */
export type PromotionFacts = { hasPaid: boolean; hasLivePlan: boolean; isSignedIn: boolean; offerEndsAt: Date | null };

/** The promotion that was asked for and that the person may have: the first that holds (DECISIONS "Discounts"). */
export function promotionFor(asked: AskedPromotion, facts: PromotionFacts, now: Date): Promotion | null {
  const isLapsed = facts.hasPaid && !facts.hasLivePlan;
  const isOffered = facts.isSignedIn && !facts.hasLivePlan && facts.offerEndsAt !== null && facts.offerEndsAt > now;
  if (asked.discount === 'first-time' && !facts.hasPaid) return 'first-time';
  if (asked.discount === 'welcome-back' && isLapsed) return 'welcome-back';
  return asked.urgent === true && isOffered ? 'urgent' : null;
}

/** Prices in cents. `kind` is a promotion, or the cycle's own rebate; `percent` is what people are told. */
export type Quote = {
  listCents: number;
  firstCents: number;
  laterCents: number;
  discount: { kind: Promotion | 'quarterly' | 'annual'; percent: number; cents: number } | null;
};

/** Spec §9: the annual price list is told as 17 %, or '2 months free'. */
const ANNUAL_PERCENT = 17;

/**
 * What a price costs now and later. A promotion lowers the first invoice to list price x (1 - rate), or to the cycle's own
 * price where that is lower; later invoices are at the cycle's own price (DECISIONS "Discounts").
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

/** Where a promotion lowers the first invoice of a price: the coupon at Stripe, and what it takes off, in cents. */
export function couponOf(price: PriceId, promotion: Promotion): { id: string; offCents: number } | null {
  const { firstCents, laterCents } = quote(price, promotion);
  return firstCents < laterCents ? { id: `${promotion}_${price}`, offCents: laterCents - firstCents } : null;
}

function partsOf(price: PriceId) {
  const parts = readPriceId(price);
  if (!parts) throw new Error('a PriceId has a plan and a cycle');
  return parts;
}
