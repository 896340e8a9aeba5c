import type { Value, Values } from '#contract/automations/values.ts';
import { nestsAtMost } from '#server/lib/text/storable-input.ts';
import type { HookCall } from './check-call.ts';
import { contentValues, parseExactly } from './item-values.ts';

/** What is kept of a call as a sample, in UTF-16 units. */
const SAMPLE_MAX = 10_000;

/** How many levels a call may nest. Rich text takes four levels for each nested list. */
const DEPTH_MAX = 100;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text isn't JSON.
    return undefined;
  }
}

/** Decodes the bytes, without a byte order mark. Null if they aren't text in this encoding. */
function decode({ body, charset }: Pick<HookCall, 'body' | 'charset'>): string | null {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: true }).decode(body);
  } catch {
    // The encoding is unknown, or the bytes are invalid in it.
    return null;
  }
}

type Unreadable = 'unknown_encoding' | 'too_deep' | 'not_json';
const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** The fields of a form that was posted. A name that comes several times, or ends in `[]`, is a list; of a file, its name counts. */
async function formContent(call: Pick<HookCall, 'body' | 'contentType'>): Promise<Record<string, unknown> | null> {
  const headers = { 'content-type': call.contentType ?? '' };
  const form = await new Response(Buffer.from(call.body), { headers }).formData().catch(() => null);
  if (!form) return null;
  const texts = (key: string) => form.getAll(key).map((one) => (typeof one === 'string' ? one : one.name));
  return Object.fromEntries(
    [...new Set(form.keys())].map((key) => {
      const values = texts(key);
      return [key, values.length > 1 || key.endsWith('[]') ? values : values[0]];
    }),
  );
}

/**
 * The values that a call passes to its run: each field of its JSON or its form, and the whole body. If the body can't
 * be read, the reason. JSON is read whatever it is called, because many programs send it as something else.
 */
export async function readHookBody(
  call: Pick<HookCall, 'body' | 'charset' | 'contentType'>,
): Promise<Values | Unreadable> {
  const isForm = FORM.test(call.contentType ?? '');
  const body = decode(call);
  if (body === null && !isForm) return 'unknown_encoding';
  const text = (body ?? '').trim();
  const looksLikeJson = /^[[{]/.test(text);
  const content = looksLikeJson || !isForm ? parseJson(text) : undefined;
  if (!nestsAtMost(content, DEPTH_MAX)) return 'too_deep';
  if (content !== undefined) return { ...contentValues(parseExactly(text)), body: body ?? '' };
  const [type = ''] = (call.contentType ?? '').split(';');
  const saysJson = /\bjson$/i.test(type.trim()) && text !== '';
  if (saysJson || (isForm && looksLikeJson)) return 'not_json';
  const form = isForm ? await formContent(call) : {};
  return { ...contentValues(form), body: body ?? '' };
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
