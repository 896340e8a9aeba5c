import { promotionFor, quote, type AskedPromotion, type Promotion, type Quote } from '#contract/billing/discounts.ts';
import { priceId, type BillingCycle, type PriceId } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { CheckoutTerms } from '../checkout-terms.ts';

export type Choice = { plan: PaidTier; cycle: BillingCycle };
/** What will be charged, now and later, in cents. */
export type Order = Choice &
  Quote & {
    priceId: PriceId;
    /** The promotion that the person may have, also where the cycle's own price is lower. */
    promotion: Promotion | null;
    dueTodayCents: number;
    /** The end of the trial, which is when the first charge comes; null: it comes today. */
    firstChargeAt: string | null;
  };

/** The order as the server will reckon it: by the same rules from the same facts (contract/discounts). */
export function readOrder(choice: Choice, asked: AskedPromotion, terms: CheckoutTerms, now: Date): Order {
  const { hasPaid, hasLivePlan, trialEndsAt, offerEndsAt } = terms;
  const facts = { hasPaid, hasLivePlan, isSignedIn: true, offerEndsAt: offerEndsAt ? new Date(offerEndsAt) : null };
  const promotion = promotionFor(asked, facts, now);
  const price = priceId(choice.plan, choice.cycle);
  const reckoned = quote(price, promotion);
  return {
    ...choice,
    ...reckoned,
    priceId: price,
    promotion,
    dueTodayCents: trialEndsAt === null ? reckoned.firstCents : 0,
    firstChargeAt: trialEndsAt,
  };
}

/** What the server is asked for: just what the summary shows. */
export function promotionToAsk(promotion: Promotion | null): AskedPromotion {
  if (promotion === null) return {};
  return promotion === 'urgent' ? { urgent: true } : { discount: promotion };
}
