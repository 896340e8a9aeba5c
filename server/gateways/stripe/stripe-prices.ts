import { Stripe } from 'stripe';
import { couponOf, type Promotion } from '#contract/billing/discounts.ts';
import { cyclePriceCents, readPriceId, type PriceId } from '#contract/billing/plans.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';

/** A price at Stripe never changes, but another one may replace it under our key. */
type KnownPrice = { id: string; foundAt: number };
/** How long the mapping from our key to Stripe's price is cached, in milliseconds. */
const CACHE_TTL_MS = 5 * 60_000;

const isOutOfSale = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'price_inactive' || error.code === 'resource_missing');

/** Runs `work` with Stripe's id of one of our prices. Throws PAYMENTS_UNAVAILABLE when the account's price differs from the one we show. */
export function createPriceLookup(stripe: Stripe, log: Log) {
  const known = new Map<PriceId, KnownPrice>();

  async function find(key: PriceId): Promise<string> {
    const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
    const [price] = data;
    const parts = readPriceId(key);
    if (!price || !parts || price.unit_amount !== cyclePriceCents(parts.plan, parts.cycle)) {
      log.error({ event: 'price differs at stripe', priceId: key }, 'run `npm run stripe:sync`');
      throw new AppError('PAYMENTS_UNAVAILABLE');
    }
    known.set(key, { id: price.id, foundAt: performance.now() });
    return price.id;
  }

  return async <T>(key: PriceId, work: (stripePriceId: string) => Promise<T>): Promise<T> => {
    const before = known.get(key);
    if (!before || performance.now() - before.foundAt > CACHE_TTL_MS) return work(await find(key));
    try {
      return await work(before.id);
    } catch (error) {
      if (!isOutOfSale(error)) throw error;
      const now = await find(key);
      if (now === before.id) throw error;
      return work(now);
    }
  };
}
export type WithPrice = ReturnType<typeof createPriceLookup>;

/** The coupon of a promotion. `''` removes an existing coupon; an empty list would leave it in place. */
export function couponsOf(priceId: PriceId, promotion: Promotion | null): { coupon: string }[] | '' {
  const coupon = promotion && couponOf(priceId, promotion);
  return coupon ? [{ coupon: coupon.id }] : '';
}
