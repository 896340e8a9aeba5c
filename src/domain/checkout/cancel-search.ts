import { PROMOTIONS, type Promotion } from '#contract/billing/discounts.ts';
import { PRICE_IDS, type PriceId } from '#contract/billing/plans.ts';

/** `price` and `discount` are what the pay page was opened with. */
export type CancelSearch = { guest?: '1'; price?: PriceId; discount?: Promotion };

/** Reads the query of /cancel and drops what makes no sense. */
export function parseCancelSearch(search: Record<string, unknown>): CancelSearch {
  return {
    guest: search['guest'] === '1' ? '1' : undefined,
    price: PRICE_IDS.find((id) => id === search['price']),
    discount: PROMOTIONS.find((name) => name === search['discount']),
  };
}
