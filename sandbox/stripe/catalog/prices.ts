import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { pageOf } from '../wire/page-of.ts';
import { bool, int, list, mergeMetadata, metadata, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { StripeProblem, noSuch } from '../wire/stripe-problem.ts';
import { getProduct } from './products.ts';
import { decimalOf } from './decimal.ts';

const recurring = z.strictObject({
  interval: z.enum(['month', 'year']),
  interval_count: int.refine((count) => count >= 1 && count <= 36, 'Invalid interval count').optional(),
});
const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified']).optional();
const createSchema = z.strictObject({
  currency: text.length(3),
  lookup_key: text.max(200).optional(),
  metadata,
  nickname: text.optional(),
  product: text,
  recurring,
  tax_behavior: taxBehavior,
  transfer_lookup_key: bool.optional(),
  unit_amount: int.refine((amount) => amount >= 0, 'This value must be greater than or equal to 0.'),
});
const updateSchema = z.strictObject({
  active: bool.optional(),
  lookup_key: text.max(200).optional(),
  metadata,
  tax_behavior: taxBehavior,
});

export function getPrice(context: Context, id: string, param?: string): Stripe.Price {
  const price = context.store.find('prices', id);
  if (!price) throw noSuch('price', id, param);
  return price;
}

/** Only one price can have a lookup key; another one takes it over only on request. */
function claimLookupKey(context: Context, key: string | undefined, isTransfer: boolean | undefined): void {
  if (!key) return;
  const owner = context.store.list('prices').find((price) => price.lookup_key === key);
  if (!owner) return;
  if (!isTransfer)
    throw new StripeProblem(
      `A price (\`${owner.id}\`) already uses that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`,
      { param: 'lookup_key' },
    );
  context.store.patch('prices', owner.id, { lookup_key: null });
}

function newPrice(context: Context, params: z.output<typeof createSchema>): Stripe.Price {
  const { recurring: rhythm, unit_amount: amount, product } = params;
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: context.time,
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product,
    recurring: {
      interval: rhythm.interval,
      interval_count: rhythm.interval_count ?? 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: decimalOf(amount),
  };
}

/** Subscriptions embed their prices, so a change to a price is copied there too. */
function refreshSubscriptions(context: Context, price: Stripe.Price): void {
  for (const subscription of context.store.list('subscriptions')) {
    if (!subscription.items.data.some((item) => item.price.id === price.id)) continue;
    const data = subscription.items.data.map((item) => (item.price.id === price.id ? { ...item, price } : item));
    context.store.patch('subscriptions', subscription.id, { items: { ...subscription.items, data } });
  }
}

export const priceRoutes = [
  route('POST', 'prices', createSchema, (context, params) => {
    claimLookupKey(context, params.lookup_key, params.transfer_lookup_key);
    getProduct(context, params.product, 'product');
    return context.store.put('prices', newPrice(context, params));
  }),
  route('GET', 'prices/:id', z.strictObject({}), (context, _params, id = '') => getPrice(context, id)),
  route('POST', 'prices/:id', updateSchema, (context, params, id = '') => {
    const before = getPrice(context, id);
    claimLookupKey(context, params.lookup_key, false);
    if (params.tax_behavior !== undefined && before.tax_behavior !== 'unspecified')
      throw new StripeProblem('You cannot change the `tax_behavior` of a price once it is set.', {
        param: 'tax_behavior',
      });
    const price = context.store.put('prices', {
      ...before,
      tax_behavior: params.tax_behavior ?? before.tax_behavior,
      active: params.active ?? before.active,
      lookup_key: params.lookup_key === undefined ? before.lookup_key : params.lookup_key || null,
      metadata: mergeMetadata(before.metadata, params.metadata),
    });
    refreshSubscriptions(context, price);
    return price;
  }),
  route(
    'GET',
    'prices',
    z.strictObject({
      ...paging,
      active: bool.optional(),
      lookup_keys: list(text).max(10).optional(),
    }),
    (context, params) => {
      const rows = context.store
        .list('prices')
        .filter((price) => params.active === undefined || price.active === params.active)
        .filter((price) => !params.lookup_keys || params.lookup_keys.includes(price.lookup_key ?? ''));
      return pageOf(rows, params, '/v1/prices');
    },
  ),
];
