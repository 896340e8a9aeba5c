import { CALL_FIELDS_MAX } from './automation-limits.ts';
import type { Definition } from './definition.ts';
import type { CallField } from './triggers.ts';
import type { ValueKind } from './values.ts';

const LABEL_MAX = 40;

/** `order_total` and `isPaid` as a person reads them. */
export function labelFor(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, LABEL_MAX).trim();
}

/** What a field is if its calls disagree: a list can be gone through, and everything else is a text. */
const commonKind = (one: ValueKind, other: ValueKind): ValueKind =>
  one === other ? one : one === 'list' || other === 'list' ? 'list' : 'text';

/** All fields of two lists, those of the first list first. */
function mergeAll(first: readonly CallField[], second: readonly CallField[]): CallField[] {
  const names = new Set(first.map(({ name }) => name));
  const merged = first.map((field): CallField => {
    const again = second.find(({ name }) => name === field.name);
    if (!again) return field;
    const items = field.items || again.items ? mergeAll(field.items ?? [], again.items ?? []) : undefined;
    return { ...field, kind: commonKind(field.kind, again.kind), ...(items && { items }) };
  });
  return [...merged, ...second.filter(({ name }) => !names.has(name))];
}

const countNames = (fields: readonly CallField[]): number =>
  fields.reduce((count, { items = [] }) => count + 1 + items.length, 0);

/** As many of the fields as may be known, their items' fields included. */
function bounded(fields: readonly CallField[]): CallField[] {
  let left = CALL_FIELDS_MAX;
  return fields.flatMap((field) => {
    if (left === 0) return [];
    left -= 1;
    const items = field.items?.slice(0, left);
    left -= items?.length ?? 0;
    return [items ? { ...field, items } : field];
  });
}

/** The fields that are known, with those that were found. If there are too many, what is known stays. */
export const mergeFields = (known: readonly CallField[], found: readonly CallField[]): CallField[] =>
  bounded(mergeAll(known, found));

/**
 * The fields of all calls, with those of one that came now, so that one unusual call doesn't remove any. If there are
 * too many, those that this call didn't bring go first.
 */
export function rememberFields(known: readonly CallField[], found: readonly CallField[]): CallField[] {
  const all = mergeAll(known, found);
  return countNames(all) <= CALL_FIELDS_MAX ? all : bounded(mergeAll(found, known));
}

/** An automation that knows these fields of its calls, too. */
export const withCallFields = (definition: Definition, found: readonly CallField[]): Definition =>
  definition.trigger.kind === 'webhook' && found.length > 0
    ? { ...definition, trigger: { ...definition.trigger, fields: mergeFields(definition.trigger.fields ?? [], found) } }
    : definition;
