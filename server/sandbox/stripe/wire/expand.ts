import type { Context } from '../state/context.ts';
import type { TableName } from '../state/tables.ts';
import { StripeProblem } from './stripe-problem.ts';

/** Which table an id in a field of this name belongs to. */
const TABLE_OF_FIELD: Record<string, TableName[]> = {
  charge: ['charges'],
  configuration: ['portalConfigurations'],
  coupon: ['coupons'],
  customer: ['customers', 'deletedCustomers'],
  default_payment_method: ['paymentMethods'],
  default_price: ['prices'],
  discount: ['discounts'],
  discounts: ['discounts'],
  invoice: ['invoices'],
  latest_charge: ['charges'],
  latest_invoice: ['invoices'],
  payment_intent: ['paymentIntents'],
  payment_method: ['paymentMethods'],
  pending_setup_intent: ['setupIntents'],
  price: ['prices'],
  product: ['products'],
  setup_intent: ['setupIntents'],
  subscription: ['subscriptions'],
  test_clock: ['testClocks'],
};
const DEPTH_MAX = 4;

type Json = Record<string, unknown>;
/** Lists that an object shows only when asked for, by `object.field`. */
export type Includable = Record<string, (context: Context, id: string) => unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expandOne(context: Context, includable: Includable, target: unknown, path: string[], whole: string): unknown {
  const [field, ...rest] = path;
  if (field === undefined) return target;
  if (Array.isArray(target)) return target.map((one) => expandOne(context, includable, one, path, whole));
  if (!isJson(target)) return target;
  const refused = new StripeProblem(`This property cannot be expanded (${whole}).`, { param: 'expand[]' });
  const include = includable[`${String(target.object)}.${field}`];
  const hidden = include && typeof target.id === 'string' ? include(context, target.id) : undefined;
  const value = target[field] ?? hidden;
  if (value === undefined || value === null) {
    // Nothing there is nothing to expand, where something could be there.
    if (include || (field in target && (rest.length > 0 || TABLE_OF_FIELD[field]))) return target;
    throw refused;
  }
  const find = (id: unknown) => {
    if (typeof id !== 'string') return id;
    const tables = TABLE_OF_FIELD[field];
    if (!tables) throw refused;
    return tables.map((table) => context.store.find(table, id)).find((row) => row !== undefined) ?? id;
  };
  if (rest.length === 0 && !hidden && isJson(value) && !('id' in value) && value.object !== 'list') throw refused;
  const found = Array.isArray(value) && field !== 'data' ? value.map(find) : field === 'data' ? value : find(value);
  return { ...target, [field]: expandOne(context, includable, found, rest, whole) };
}

/** The answer with the objects that `expand[]` names in place of their ids. */
export function expandAnswer(context: Context, includable: Includable, answer: object, paths: string[]): unknown {
  let expanded: unknown = answer;
  for (const path of paths) {
    const parts = path.split('.');
    // Lists' `data` counts as well: `data.items.data.price.product` is one too many at Stripe too.
    if (parts.length > DEPTH_MAX)
      throw new StripeProblem(`You cannot expand more than ${DEPTH_MAX} levels of a property. Property: ${path}`, {
        param: 'expand[]',
      });
    expanded = expandOne(context, includable, expanded, parts, path);
  }
  return expanded;
}
