import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { isCreatedIn, pageOf } from '../wire/page-of.ts';
import { bool, created, emptyable, list, mergeMetadata, metadata, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { StripeProblem, noSuch } from '../wire/stripe-problem.ts';

const features = emptyable(list(z.strictObject({ name: text }))).optional();
const shared = {
  active: bool.optional(),
  description: emptyable(text).optional(),
  images: emptyable(list(text)).optional(),
  marketing_features: features,
  metadata,
  statement_descriptor: text.optional(),
  tax_code: emptyable(text).optional(),
  unit_label: emptyable(text).optional(),
  url: emptyable(text).optional(),
};

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
    default_price: null,
    description: params.description ?? null,
    images: params.images ?? [],
    livemode: false,
    marketing_features: params.marketing_features ?? [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: params.statement_descriptor ?? null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: params.unit_label ?? null,
    updated: context.time,
    url: params.url ?? null,
  };
}

const createSchema = z.strictObject({ ...shared, id: text.optional(), name: text.min(1) });
const updateSchema = z.strictObject({ ...shared, name: text.min(1).optional(), default_price: text.optional() });

export const productRoutes = [
  route('POST', 'products', createSchema, (context, params) => {
    if (params.id && context.store.find('products', params.id))
      throw new StripeProblem('Product already exists.', { code: 'resource_already_exists', param: 'id' });
    const product = context.store.put('products', newProduct(context, params));
    announce(context, 'product.created', product);
    return product;
  }),
  route('GET', 'products/:id', z.strictObject({}), (context, _params, id = '') => getProduct(context, id)),
  route('POST', 'products/:id', updateSchema, (context, params, id = '') => {
    const before = getProduct(context, id);
    const { metadata: given, images, marketing_features: lines, ...rest } = params;
    const product = context.store.put('products', {
      ...before,
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      images: images === undefined ? before.images : (images ?? []),
      marketing_features: lines === undefined ? before.marketing_features : (lines ?? []),
      metadata: mergeMetadata(before.metadata, given),
      updated: context.time,
    });
    announceChange(context, 'product.updated', before, product);
    return product;
  }),
  route('DELETE', 'products/:id', z.strictObject({}), (context, _params, id = ''): Stripe.DeletedProduct => {
    const product = getProduct(context, id);
    if (context.store.list('prices').some((price) => price.product === id))
      throw new StripeProblem(
        'This product cannot be deleted because it has one or more user-created prices. Archive it instead.',
      );
    context.store.remove('products', id);
    announce(context, 'product.deleted', product);
    return { id, object: 'product', deleted: true };
  }),
  route(
    'GET',
    'products',
    z.strictObject({ ...paging, active: bool.optional(), created, ids: list(text).optional(), url: text.optional() }),
    (context, params) => {
      const rows = context.store
        .list('products')
        .filter((product) => params.active === undefined || product.active === params.active)
        .filter((product) => !params.ids || params.ids.includes(product.id))
        .filter((product) => params.url === undefined || product.url === params.url)
        .filter((product) => isCreatedIn(product.created, params.created));
      return pageOf(rows, params, '/v1/products');
    },
  ),
];
