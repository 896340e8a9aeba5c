import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { pageOf } from '../wire/page-of.ts';
import { bool, mergeMetadata, metadata, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { StripeProblem, noSuch } from '../wire/stripe-problem.ts';
import { nulls } from '../state/nulls.ts';

const shared = { active: bool.optional(), description: text.optional(), metadata };

export function getProduct(context: Context, id: string, param?: string): Stripe.Product {
  const product = context.store.find('products', id);
  if (!product) throw noSuch('product', id, param);
  return product;
}

function newProduct(context: Context, params: z.output<typeof createSchema>): Stripe.Product {
  return {
    id: params.id ?? newId('prod', 14),
    object: 'product',
    active: params.active ?? true,
    created: context.time,
    description: params.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    type: 'service',
    updated: context.time,
    ...nulls('default_price package_dimensions shippable statement_descriptor tax_code tax_details'),
    ...nulls('unit_label url'),
  };
}

const createSchema = z.strictObject({ ...shared, id: text.optional(), name: text.min(1) });
const updateSchema = z.strictObject({ ...shared, name: text.min(1).optional() });

export const productRoutes = [
  route('POST', 'products', createSchema, (context, params) => {
    if (params.id && context.store.find('products', params.id))
      throw new StripeProblem('Product already exists.', { code: 'resource_already_exists', param: 'id' });
    return context.store.put('products', newProduct(context, params));
  }),
  route('GET', 'products/:id', z.strictObject({}), (context, _params, id = '') => getProduct(context, id)),
  route('POST', 'products/:id', updateSchema, (context, params, id = '') => {
    const before = getProduct(context, id);
    return context.store.put('products', {
      ...before,
      active: params.active ?? before.active,
      description: params.description ?? before.description,
      name: params.name ?? before.name,
      metadata: mergeMetadata(before.metadata, params.metadata),
      updated: context.time,
    });
  }),
  route('GET', 'products', z.strictObject(paging), (context, params) =>
    pageOf(context.store.list('products'), params, '/v1/products'),
  ),
];
