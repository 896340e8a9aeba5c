import type { Stripe } from 'stripe';
import { couponOf, type Promotion } from '#contract/discounts.ts';
import type { PriceId } from '#contract/plans.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';

/** Finds Stripe's id of a price of ours. It is looked up once: a price there never changes. */
export function createPriceLookup(stripe: Stripe, log: Log) {
  const known = new Map<PriceId, string>();
  return async (key: PriceId): Promise<string> => {
    const id = known.get(key);
    if (id) return id;
    const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
    const [price] = data;
    if (!price) {
      log.error({ event: 'price missing at stripe', priceId: key }, 'run `npm run stripe:sync`');
      throw new AppError('PAYMENTS_UNAVAILABLE');
    }
    known.set(key, price.id);
    return price.id;
  };
}
export type PriceLookup = ReturnType<typeof createPriceLookup>;

export function couponsOf(priceId: PriceId, promotion: Promotion | null): { coupon: string }[] {
  const coupon = promotion && couponOf(priceId, promotion);
  return coupon ? [{ coupon: coupon.id }] : [];
}
