import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { isCreatedIn, pageOf } from '../wire/page-of.ts';
import { bool, created, int, list, mergeMetadata, metadata, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { StripeProblem, missingParam, noSuch } from '../wire/stripe-problem.ts';
import { getProduct } from './products.ts';
import { decimalOf } from './decimal.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: int.refine((count) => count >= 1 && count <= 36, 'Invalid interval count').optional(),
  usage_type: z.literal('licensed').optional(),
});
const taxBehavior = z.enum(['inclusive', 'exclusive', 'unspecified']).optional();
const createSchema = z.strictObject({
  currency: text.length(3),
  active: bool.optional(),
  billing_scheme: z.literal('per_unit').optional(),
  lookup_key: text.max(200).optional(),
  metadata,
  nickname: text.optional(),
  product: text.optional(),
  recurring: recurring.optional(),
  tax_behavior: taxBehavior,
  transfer_lookup_key: bool.optional(),
  unit_amount: int.refine((amount) => amount >= 0, 'This value must be greater than or equal to 0.').optional(),
});
const updateSchema = z.strictObject({
  active: bool.optional(),
  lookup_key: text.max(200).optional(),
  metadata,
  nickname: text.optional(),
  tax_behavior: taxBehavior,
  transfer_lookup_key: bool.optional(),
});

export function getPrice(context: Context, id: string, param?: string): Stripe.Price {
  const price = context.store.find('prices', id);
  if (!price) throw noSuch('price', id, param);
  return price;
}

/** One price has a lookup key at a time; another takes it only by asking for that. */
function claimLookupKey(
  context: Context,
  key: string | undefined,
  isTransfer: boolean | undefined,
  self?: string,
): void {
  if (!key) return;
  const owner = context.store.list('prices').find((price) => price.lookup_key === key && price.id !== self);
  if (!owner) return;
  if (!isTransfer)
    throw new StripeProblem(
      `A price (\`${owner.id}\`) already uses that lookup key. Pass \`transfer_lookup_key=true\` to transfer it.`,
      { param: 'lookup_key' },
    );
  announceChange(context, 'price.updated', owner, context.store.patch('prices', owner.id, { lookup_key: null }));
}

function newPrice(context: Context, params: z.output<typeof createSchema>, product: string): Stripe.Price {
  const { recurring: rhythm, unit_amount: amount = 0 } = params;
  return {
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: context.time,
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product,
    recurring: rhythm
      ? {
          interval: rhythm.interval,
          interval_count: rhythm.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: rhythm ? 'recurring' : 'one_time',
    unit_amount: amount,
    unit_amount_decimal: decimalOf(amount),
  };
}

/** Subscriptions show their prices whole, so what changes on a price changes there too. */
function refreshSubscriptions(context: Context, price: Stripe.Price): void {
  for (const subscription of context.store.list('subscriptions')) {
    if (!subscription.items.data.some((item) => item.price.id === price.id)) continue;
    const data = subscription.items.data.map((item) => (item.price.id === price.id ? { ...item, price } : item));
    context.store.patch('subscriptions', subscription.id, { items: { ...subscription.items, data } });
  }
}

export const priceRoutes = [
  route('POST', 'prices', createSchema, (context, params) => {
    if (params.unit_amount === undefined) throw missingParam('unit_amount');
    if (!params.product) throw missingParam('product');
    claimLookupKey(context, params.lookup_key, params.transfer_lookup_key);
    const product = getProduct(context, params.product, 'product');
    const price = context.store.put('prices', newPrice(context, params, product.id));
    announce(context, 'price.created', price);
    return price;
  }),
  route('GET', 'prices/:id', z.strictObject({}), (context, _params, id = '') => getPrice(context, id)),
  route('POST', 'prices/:id', updateSchema, (context, params, id = '') => {
    const before = getPrice(context, id);
    claimLookupKey(context, params.lookup_key, params.transfer_lookup_key, id);
    const price = context.store.put('prices', {
      ...before,
      active: params.active ?? before.active,
      lookup_key: params.lookup_key === undefined ? before.lookup_key : params.lookup_key || null,
      metadata: mergeMetadata(before.metadata, params.metadata),
      nickname: params.nickname === undefined ? before.nickname : params.nickname || null,
      tax_behavior: params.tax_behavior ?? before.tax_behavior,
    });
    refreshSubscriptions(context, price);
    announceChange(context, 'price.updated', before, price);
    return price;
  }),
  route(
    'GET',
    'prices',
    z.strictObject({
      ...paging,
      active: bool.optional(),
      created,
      currency: text.optional(),
      lookup_keys: list(text).max(10).optional(),
      product: text.optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    }),
    (context, params) => {
      const rows = context.store
        .list('prices')
        .filter((price) => params.active === undefined || price.active === params.active)
        .filter((price) => params.currency === undefined || price.currency === params.currency)
        .filter((price) => !params.lookup_keys || params.lookup_keys.includes(price.lookup_key ?? ''))
        .filter((price) => params.product === undefined || price.product === params.product)
        .filter((price) => params.type === undefined || price.type === params.type)
        .filter((price) => isCreatedIn(price.created, params.created));
      return pageOf(rows, params, '/v1/prices');
    },
  ),
];
