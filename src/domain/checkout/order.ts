import {
  promotionFor,
  quote,
  type RequestedPromotion,
  type Promotion,
  type Quote,
} from '#contract/billing/discounts.ts';
import { payWithCredit, type Payment } from '#contract/billing/credit.ts';
import { priceId, type BillingCycle, type PriceId } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { CheckoutTerms } from '#src/domain/checkout/checkout-terms.ts';

export type Choice = { plan: PaidTier; cycle: BillingCycle };
/** The upcoming charges, now and later, in cents. */
export type Order = Choice &
  Quote & {
    priceId: PriceId;
    /** The promotion that the person qualifies for, even if the cycle's own price is lower. */
    promotion: Promotion | null;
    creditCents: number;
    /** How the first invoice is paid, today or after the trial. */
    first: Payment;
    dueTodayCents: number;
    /** The end of the trial, when the first charge happens; null: it happens today. */
    firstChargeAt: string | null;
    /** What happened to a promo code that was applied, in words. */
    code: CodeEffect | null;
    guarantee: CheckoutTerms['guarantee'];
    /** Whether tax is added. */
    isTaxed: boolean;
    /** The tax on the first invoice: undefined while it's on its way, null if it's only known once the address is. */
    taxCents: number | null | undefined;
  };

/** `line` names the discount, `later` replaces the sentence about later charges, `note` says why the code isn't used, or what it replaced. */
export type CodeEffect = { promoCode: string; line: string; later: string | null; note: string | null };

/** Whether the amounts of the first invoice are still without its tax. */
export const isBeforeTax = ({ isTaxed, taxCents }: Pick<Order, 'isTaxed' | 'taxCents'>): boolean =>
  isTaxed && typeof taxCents !== 'number';

/** What credit and the card pay of the first invoice, with its tax as far as that is known. */
export function paymentOf({
  firstCents,
  creditCents,
  firstChargeAt,
  taxCents,
}: Pick<Order, 'firstCents' | 'creditCents' | 'firstChargeAt' | 'taxCents'>): Pick<Order, 'first' | 'dueTodayCents'> {
  const first = payWithCredit(firstCents + (taxCents ?? 0), creditCents);
  return { first, dueTodayCents: firstChargeAt === null ? first.dueCents : 0 };
}

/** The order as the server will calculate it: by the same rules from the same facts (contract/billing/discounts). */
export function readOrder(choice: Choice, requested: RequestedPromotion, terms: CheckoutTerms, now: Date): Order {
  const { hasPaid, hasLivePlan, trialEndsAt: firstChargeAt, offerEndsAt, creditCents, guarantee } = terms;
  const facts = { hasPaid, hasLivePlan, isSignedIn: true, offerEndsAt: offerEndsAt ? new Date(offerEndsAt) : null };
  const promotion = promotionFor(requested, facts, now);
  const price = priceId(choice.plan, choice.cycle);
  const prices = quote(price, promotion);
  const taxCents = terms.isTaxed ? undefined : 0;
  return {
    ...choice,
    ...prices,
    priceId: price,
    promotion,
    creditCents,
    firstChargeAt,
    ...paymentOf({ ...prices, creditCents, firstChargeAt, taxCents }),
    code: null,
    guarantee,
    isTaxed: terms.isTaxed,
    taxCents,
  };
}

/** The order with the tax that Stripe estimates for it. */
export function withTax(order: Order, taxCents: Order['taxCents']): Order {
  return { ...order, taxCents, ...paymentOf({ ...order, taxCents }) };
}

/** The request to the server: exactly what the summary shows. */
export function toRequestedPromotion(promotion: Promotion | null): RequestedPromotion {
  if (promotion === null) return {};
  return promotion === 'urgent' ? { urgent: true } : { discount: promotion };
}
