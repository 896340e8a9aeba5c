import type { Context } from '../state/context.ts';
import type { TableName } from '../state/tables.ts';
import { StripeProblem } from './stripe-problem.ts';

/** Which table an id in a field of this name belongs to. */
const TABLES_OF_FIELD = new Map(
  Object.entries<TableName[]>({
    charge: ['charges'],
    configuration: ['portalConfigurations'],
    coupon: ['coupons', 'deletedCoupons'],
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
  }),
);
const DEPTH_MAX = 4;

type Json = Record<string, unknown>;
/** Lists that an object shows only when asked for, by `object.field`. */
export type Includable = Record<string, (context: Context, id: string) => unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects that the ids in a field stand for. What is no id stays as it is. */
function lookUp(context: Context, field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => lookUp(context, field, one));
  if (typeof value !== 'string') return value;
  const tables = TABLES_OF_FIELD.get(field) ?? [];
  return tables.map((table) => context.store.find(table, value)).find((row) => row !== undefined) ?? value;
}

/** Whether a field holds something of its own: objects that are only a part of theirs, texts and numbers do not. */
function isExpandable(field: string, value: unknown): boolean {
  if (TABLES_OF_FIELD.has(field)) return true;
  return isJson(value) && ('id' in value || value.object === 'list');
}

type Path = { parts: string[]; whole: string };

function expandOne(context: Context, includable: Includable, target: unknown, path: Path): unknown {
  const [field, ...rest] = path.parts;
  if (field === undefined) return target;
  if (Array.isArray(target)) return target.map((one) => expandOne(context, includable, one, path));
  if (!isJson(target)) return target;
  const include = includable[`${String(target.object)}.${field}`];
  const hidden = include && typeof target.id === 'string' ? include(context, target.id) : undefined;
  const value = target[field] ?? hidden ?? null;
  // Own fields only: every object has a `constructor`.
  const isKnown = include !== undefined || Object.hasOwn(target, field);
  // On the way to what is asked for any part may be passed; at its end must be something that can be expanded.
  const isEnd = rest.length === 0 && field !== 'data';
  if (!isKnown || (isEnd && !include && !isExpandable(field, value)))
    throw new StripeProblem(`This property cannot be expanded (${path.whole}).`, { param: 'expand[]' });
  const found = lookUp(context, field, value);
  return { ...target, [field]: expandOne(context, includable, found, { ...path, parts: rest }) };
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
    expanded = expandOne(context, includable, expanded, { parts, whole: path });
  }
  return expanded;
}
