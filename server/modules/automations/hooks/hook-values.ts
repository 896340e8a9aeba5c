import { FIELD_NAME, type Value, type Values } from '#contract/automations/values.ts';
import { nestsAtMost } from '#server/lib/text/storable-input.ts';
import type { HookCall } from './check-call.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

const FIELDS_MAX = 50;
/** What is kept of a call as a sample, in UTF-16 units. */
const SAMPLE_MAX = 10_000;

/** How many levels a call may nest. Rich text takes four levels for each nested list. */
const DEPTH_MAX = 100;

/** Decodes the bytes, without a byte order mark. Null if they aren't text in this encoding. */
function decode({ body, charset }: Pick<HookCall, 'body' | 'charset'>): string | null {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: true }).decode(body);
  } catch {
    // The encoding is unknown, or the bytes are invalid in it.
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text isn't JSON.
    return null;
  }
}

/** `Customer name` as steps refer to it: `customer_name`. Null if no letter is in it. */
function fieldName(key: string): string | null {
  const name = trimEnd(key.replaceAll(/[^a-zA-Z0-9]+/g, '_').replace(/^[_0-9]+/, ''), /_/)
    .slice(0, 40)
    .replace(/^[A-Z]/, (first) => first.toLowerCase());
  return FIELD_NAME.test(name) && name !== 'body' ? name : null;
}

function valueOf(part: unknown): Value | null {
  if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean') return part;
  if (part === null || part === undefined) return null;
  if (Array.isArray(part) && part.every((item) => typeof item === 'string' || typeof item === 'number'))
    return part.map(String);
  return JSON.stringify(part);
}

/**
 * The values that a call passes to its run: the whole body and, for a JSON object, each of its fields. If the body
 * can't be read, the reason.
 */
export function readHookBody(call: Pick<HookCall, 'body' | 'charset'>): Values | 'unknown_encoding' | 'too_deep' {
  const body = decode(call);
  if (body === null) return 'unknown_encoding';
  const content = parseJson(body);
  if (!nestsAtMost(content, DEPTH_MAX)) return 'too_deep';
  const values = new Map<string, Value>([['body', body]]);
  if (typeof content === 'object' && content !== null && !Array.isArray(content))
    for (const [key, part] of Object.entries(content).slice(0, FIELDS_MAX)) {
      const name = fieldName(key);
      const value = valueOf(part);
      if (name !== null && value !== null && !values.has(name)) values.set(name, value);
    }
  return Object.fromEntries(values);
}

const cut = (value: Value, max: number): Value => {
  if (typeof value === 'string') return value.slice(0, max);
  return Array.isArray(value) && value.join('').length > max ? [] : value;
};

/** The beginning of what was sent, for the editor. The fields come first: the body has them a second time. */
export function hookSample(values: Values): Values {
  const { body = '', ...fields } = values;
  let left = SAMPLE_MAX;
  const kept = [...Object.entries(fields), ['body', body] as const].map(([name, value]) => {
    const short = cut(value, Math.max(left, 0));
    left -= Array.isArray(short) ? short.join('').length : String(short).length;
    return [name, short] as const;
  });
  return Object.fromEntries(kept);
}
