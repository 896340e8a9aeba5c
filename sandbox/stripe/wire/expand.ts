import type { Context } from '../state/context.ts';
import type { TableName } from '../state/tables.ts';
import { StripeProblem } from './stripe-problem.ts';

/** The table that an id in a field of this name refers to. */
const TABLES_OF_FIELD = new Map(
  Object.entries<TableName[]>({
    coupon: ['coupons', 'deletedCoupons'],
    customer: ['customers', 'deletedCustomers'],
    default_payment_method: ['paymentMethods'],
    discounts: ['discounts'],
    invoice: ['invoices'],
    latest_invoice: ['invoices'],
    promotion_code: ['promotionCodes'],
    payment_intent: ['paymentIntents'],
    product: ['products'],
    schedule: ['subscriptionSchedules'],
    subscription: ['subscriptions'],
  }),
);
const DEPTH_MAX = 4;

type Json = Record<string, unknown>;
/** Lists that an object includes only on request, by `object.field`. */
export type Includable = Record<string, (context: Context, id: string) => unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects that the ids in a field refer to. Anything that isn't an id stays unchanged. */
function lookUp(context: Context, field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => lookUp(context, field, one));
  if (typeof value !== 'string') return value;
  const tables = TABLES_OF_FIELD.get(field) ?? [];
  return tables.map((table) => context.store.find(table, value)).find((row) => row !== undefined) ?? value;
}

/** Whether a field holds an object of its own: nested parts, texts and numbers don't count. */
function isExpandable(field: string, value: unknown): boolean {
  if (TABLES_OF_FIELD.has(field)) return true;
  return isJson(value) && ('id' in value || value.object === 'list');
}

type Path = { parts: string[]; whole: string };

function expandOne(context: Context, includable: Includable, target: unknown, path: Path): unknown {
  const [field, ...rest] = path.parts;
  if (field === undefined) return target;
  if (Array.isArray(target)) return target.map((one) => expandOne(context, includable, one, path));
  // Of a deleted object nothing is left to expand.
  if (!isJson(target) || target.deleted === true) return target;
  const include = includable[`${String(target.object)}.${field}`];
  const hidden = include && typeof target.id === 'string' ? include(context, target.id) : undefined;
  const value = target[field] ?? hidden ?? null;
  // Own fields only: every object has a `constructor`.
  const isKnown = include !== undefined || Object.hasOwn(target, field);
  // The path may pass through any part; its end must be something that can be expanded.
  const isEnd = rest.length === 0 && field !== 'data';
  if (!isKnown || (isEnd && !include && !isExpandable(field, value)))
    throw new StripeProblem(`This property cannot be expanded (${path.whole}).`, { param: 'expand[]' });
  const found = lookUp(context, field, value);
  return { ...target, [field]: expandOne(context, includable, found, { ...path, parts: rest }) };
}

/** The response with the objects that `expand[]` names in place of their ids. */
export function expandAnswer(context: Context, includable: Includable, answer: object, paths: string[]): unknown {
  let expanded: unknown = answer;
  for (const path of paths) {
    const parts = path.split('.');
    // A list's `data` counts as a level too: `data.items.data.price.product` is one too many, also at Stripe.
    if (parts.length > DEPTH_MAX)
      throw new StripeProblem(`You cannot expand more than ${DEPTH_MAX} levels of a property. Property: ${path}`, {
        param: 'expand[]',
      });
    expanded = expandOne(context, includable, expanded, { parts, whole: path });
  }
  return expanded;
}
