import type { Stripe } from 'stripe';
import type { PromoCode } from '#contract/billing/promo-code.ts';
import { PAID_TIERS } from '#contract/billing/tiers.ts';
import { productId } from './stripe-catalog.ts';

/** A code as Stripe has it. `id` is Stripe's; `customerId` is the only customer it is for, if there is one. */
export type StripePromoCode = PromoCode & { id: string; customerId: string | null; isForFirstPurchase: boolean };

function lastsOf(coupon: Stripe.Coupon): PromoCode['lasts'] | null {
  if (coupon.duration === 'once') return 'once';
  if (coupon.duration === 'forever') return 'forever';
  return coupon.duration_in_months === null ? null : { months: coupon.duration_in_months };
}

/** Null if the code takes off nothing that we can show: another currency, or a duration we don't know. */
function toPromoCode(promotionCode: Stripe.PromotionCode): StripePromoCode | null {
  const { coupon } = promotionCode.promotion;
  if (typeof coupon !== 'object' || coupon === null || !coupon.valid) return null;
  const lasts = lastsOf(coupon);
  const { restrictions, customer } = promotionCode;
  const currencies = [coupon.amount_off === null ? null : coupon.currency, restrictions.minimum_amount_currency];
  if (lasts === null || currencies.some((currency) => currency !== null && currency !== 'usd')) return null;
  const products = coupon.applies_to?.products;
  return {
    id: promotionCode.id,
    code: promotionCode.code,
    percentOff: coupon.percent_off,
    amountOffCents: coupon.amount_off,
    lasts,
    plans: products ? PAID_TIERS.filter((plan) => products.includes(productId(plan))) : null,
    minimumCents: restrictions.minimum_amount ?? 0,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
    isForFirstPurchase: restrictions.first_time_transaction,
  };
}

export function stripePromoCodes(stripe: Stripe) {
  return {
    /** A code that is active now; Stripe ignores its case. Null if there is none. */
    findPromoCode: async (code: string): Promise<StripePromoCode | null> => {
      const { data } = await stripe.promotionCodes.list({
        code,
        active: true,
        limit: 1,
        expand: ['data.promotion.coupon.applies_to'],
      });
      return data[0] ? toPromoCode(data[0]) : null;
    },
  };
}
