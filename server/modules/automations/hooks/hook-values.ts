import { FIELD_NAME, type Value, type Values } from '#contract/automations/values.ts';
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

type Unreadable = 'unknown_encoding' | 'too_deep' | 'not_json' | 'not_form';
type FormCall = Pick<HookCall, 'body' | 'contentType' | 'charset'>;
const FORM = /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const MULTIPART = /^\s*multipart/i;

/** A form's pairs of names and values, in the encoding that the call names; null if the form is broken. */
async function formPairs({ body, contentType, charset }: FormCall): Promise<(readonly [string, string])[] | null> {
  const headers = { 'content-type': contentType ?? '' };
  if (MULTIPART.test(contentType ?? '')) {
    const form = await new Response(Buffer.from(body), { headers }).formData().catch(() => null);
    return form && [...form.entries()].map(([name, one]) => [name, typeof one === 'string' ? one : one.name] as const); // reason: a pair
  }
  const decoder = new TextDecoder(charset ?? 'utf-8');
  const toText = (escaped: string): string => {
    const bytes = escaped
      .replaceAll('+', ' ')
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  };
  return Buffer.from(body)
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [toText(name), toText(value.join('='))] as const; // reason: a pair
    });
}

/**
 * The fields of a form that was posted. A name that comes several times, or ends in `[]`, is a list; of a file, its
 * name counts.
 */
async function formContent(call: FormCall): Promise<Record<string, unknown> | null> {
  const pairs = await formPairs(call);
  if (!pairs) return null;
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(
    [...values].map(([name, found]) => [name, found.length > 1 || name.endsWith('[]') ? found : found[0]]),
  );
}

/** Whether the text begins with the name of a field rather than with JSON: `[0]=a`. */
function isPairFirst(text: string): boolean {
  const [equals, quote] = [text.indexOf('='), text.indexOf('"')];
  return equals !== -1 && (quote === -1 || equals < quote);
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
  // Files in a form are no text.
  if (body === null && !MULTIPART.test(call.contentType ?? '')) return 'unknown_encoding';
  const text = (body ?? '').trim();
  const looksLikeJson = /^[[{]/.test(text);
  const content = looksLikeJson || !isForm ? parseJson(text) : undefined;
  if (!nestsAtMost(content, DEPTH_MAX)) return 'too_deep';
  if (content !== undefined) return { body: body ?? '', ...contentValues(parseExactly(text)) };
  const [type = ''] = (call.contentType ?? '').split(';');
  const saysJson = /\bjson$/i.test(type.trim()) && text !== '';
  if (saysJson || (isForm && looksLikeJson && !isPairFirst(text))) return 'not_json';
  if (!isForm) return { body: body ?? '' };
  const form = await formContent(call);
  return form ? { body: body ?? '', ...contentValues(form) } : 'not_form';
}

const cut = (value: Value, max: number): Value => {
  if (typeof value === 'string') return value.slice(0, max);
  return Array.isArray(value) && value.join('').length > max ? [] : value;
};

/** The beginning of what was sent, for the editor. The fields come first: the body has them a second time. */
export function hookSample(values: Values): Values {
  const { body = '', ...given } = values;
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => FIELD_NAME.test(name)));
  let left = SAMPLE_MAX;
  const kept = [...Object.entries(fields), ['body', body] as const].map(([name, value]) => {
    const short = cut(value, Math.max(left, 0));
    left -= Array.isArray(short) ? short.join('').length : String(short).length;
    return [name, short] as const;
  });
  return Object.fromEntries(kept);
}
