import { FIELD_NAME, type Value, type Values } from '#contract/automations/values.ts';
import { compareDecimals, decimalOf, readNumbers } from '#contract/written/numbers.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

const FIELDS_MAX = 50;
/** The fields of objects inside, all together. */
const INNER_FIELDS_MAX = 50;
/** Objects inside objects are read this deep; what is deeper stays one text. */
const LEVELS_MAX = 4;

/** A number that the runtime would round stays as it was written. */
function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const [written] = readNumbers(context.source);
  return Number.isFinite(value) && (!written || compareDecimals(written, decimalOf(value)) === 0)
    ? value
    : context.source;
}

/** JSON with its numbers exactly as they were written; undefined if the text isn't JSON. */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, exactly);
  } catch {
    // The text isn't JSON.
    return undefined;
  }
}

/** `Customer name` as steps refer to it: `customer_name`. Null if no letter is in it. */
function fieldName(key: string): string | null {
  const name = trimEnd(key.replaceAll(/[^a-zA-Z0-9]+/g, '_').replace(/^[_0-9]+/, ''), /_/)
    .slice(0, 40)
    .replace(/^[A-Z]/, (first) => first.toLowerCase());
  return FIELD_NAME.test(name) && name !== 'body' ? name : null;
}

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part);
/** An item of a list as a text; objects as JSON, which `itemValues` reads again. */
const itemText = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item ?? ''));

/** A list of texts and numbers, or of objects, is a list; what else isn't a single value is a text of JSON. */
function valueOf(part: unknown): Value | null {
  if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean') return part;
  if (part === null || part === undefined) return null;
  const isList =
    Array.isArray(part) &&
    (part.every((item) => typeof item === 'string' || typeof item === 'number') || part.every(isObject));
  return isList ? part.map(itemText) : JSON.stringify(part);
}

type Inside = { object: Record<string, unknown>; prefix: string };

/**
 * The values of an object by their names: first its own fields, then those of the objects inside it, level by level, as
 * `customer_name`. Of two with one name, the first counts, so what is inside takes no name and no room from what isn't.
 */
export function fieldValues(content: Record<string, unknown>): Values {
  const values = new Map<string, Value>();
  const add = (name: string | null, value: Value | null): void => {
    if (name !== null && value !== null && !values.has(name)) values.set(name, value);
  };
  for (const [key, part] of Object.entries(content).slice(0, FIELDS_MAX)) add(fieldName(key), valueOf(part));
  const own = values.size;
  let level: Inside[] = [{ object: content, prefix: '' }];
  for (let depth = 2; depth <= LEVELS_MAX && level.length > 0; depth += 1) {
    level = level.flatMap(({ object, prefix }) =>
      Object.entries(object)
        .slice(0, FIELDS_MAX)
        .flatMap(([key, part]) => (isObject(part) ? [{ object: part, prefix: `${prefix}${key}_` }] : [])),
    );
    for (const { object, prefix } of level)
      for (const [key, part] of Object.entries(object).slice(0, FIELDS_MAX)) {
        if (values.size >= own + INNER_FIELDS_MAX) return Object.fromEntries(values);
        // An object's fields stand for it, down to the last level.
        if (!isObject(part) || depth === LEVELS_MAX) add(fieldName(prefix + key), valueOf(part));
      }
  }
  return Object.fromEntries(values);
}

/** The values of a list's item that is an object; none if it isn't one. */
export function itemValues(item: string): Values {
  const content = item.startsWith('{') ? parseExactly(item) : undefined;
  return isObject(content) ? fieldValues(content) : {};
}

/** The values of what a call brought: of an object, or the items of a list. */
export function contentValues(content: unknown): Values {
  if (Array.isArray(content)) return { items: content.map(itemText) };
  return isObject(content) ? fieldValues(content) : {};
}
