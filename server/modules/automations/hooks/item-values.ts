import { FIELD_NAME, type Value, type Values } from '#contract/automations/values.ts';
import { compareDecimals, decimalOf, readNumbers } from '#contract/written/numbers.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

const FIELDS_MAX = 50;
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
  const name = trimEnd(
    key
      .replaceAll(/[^a-zA-Z0-9]+/g, '_')
      .replace(/^[_0-9]+/, '')
      .slice(0, 40),
    /_/,
  ).replace(/^[A-Z]/, (first) => first.toLowerCase());
  return FIELD_NAME.test(name) && name !== 'body' ? name : null;
}

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part);
/** An item of a list as a text; objects as JSON, which `itemValues` reads again. */
const itemText = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item ?? ''));

function valueOf(part: unknown): Value | null {
  if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean') return part;
  if (part === null || part === undefined) return null;
  return Array.isArray(part) ? part.map(itemText) : JSON.stringify(part);
}

/** The values of an object by their names, those of objects inside it included: `customer_name`. Of two with one name, the first counts. */
export function fieldValues(content: Record<string, unknown>): Values {
  const values = new Map<string, Value>();
  const collect = (object: Record<string, unknown>, prefix: string, level: number): void => {
    for (const [key, part] of Object.entries(object)) {
      if (values.size >= FIELDS_MAX) return;
      const name = fieldName(prefix + key);
      const value = valueOf(part);
      if (name !== null && value !== null && !values.has(name)) values.set(name, value);
      if (isObject(part) && level < LEVELS_MAX) collect(part, `${prefix}${key}_`, level + 1);
    }
  };
  collect(content, '', 1);
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
