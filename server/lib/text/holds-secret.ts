import { findKeys, findProgramSecrets } from './secrets/key-shapes.ts';
import { findNamed } from './secrets/named.ts';
import { findNumbers } from './secrets/numbers.ts';
import { spellPlainly, type Secret, type Span } from './secrets/plain-spelling.ts';

/** The placeholder for a secret. */
export const LEFT_OUT = '[left out]';

/** A shorter secret isn't looked for again: `1234` alone may be anything. */
const REPEATED_MIN = 4;

/** One detector for each kind of secret. */
const DETECTORS = [findKeys, findNumbers, findNamed];
const PROGRAM_DETECTORS = [...DETECTORS, findProgramSecrets];

/** The spans in order, with overlapping ones merged. */
function merge<One extends Span>(spans: readonly One[]): One[] {
  const merged: One[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** Where the secrets of a text are. */
function findSecrets(original: string, detectors = DETECTORS): Secret[] {
  const { text, toOriginal } = spellPlainly(original);
  return merge(detectors.flatMap((find) => find(text)).map(toOriginal));
}

/**
 * Whether a text holds something that must not leave its conversation: a password, a key, a token, a card, a bank
 * account, the code of a safe or an alarm, or a government ID number.
 */
export const holdsSecret = (text: string): boolean => findSecrets(text).length > 0;

/** Whether a text's secrets are all ones that a shop tells its staff: its Wi-Fi password or its bank account. */
export function isShareable(text: string): boolean {
  const secrets = findSecrets(text);
  return secrets.length > 0 && secrets.every(({ kind }) => kind === 'wifi' || kind === 'bank');
}

/** The secrets in a text, exactly as written. */
export const secretsIn = (text: string): string[] => [
  ...new Set(findSecrets(text).map(({ start, end }) => text.slice(start, end))),
];

/** Where a text repeats a secret, or begins or ends within it. */
function findRepeated(text: string, secret: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length))
    found.push({ start: at, end: at + secret.length });
  for (let length = secret.length - 1; length >= REPEATED_MIN; length -= 1) {
    if (text.startsWith(secret.slice(-length))) found.push({ start: 0, end: length });
    if (text.endsWith(secret.slice(0, length))) found.push({ start: text.length - length, end: text.length });
  }
  return found;
}

/** Where the secrets of a text are, and those that `said` names. */
function findWith(text: string, said: string): Span[] {
  const named = said === '' ? [] : secretsIn(said).filter(({ length }) => length >= REPEATED_MIN);
  return merge<Span>([...findSecrets(text), ...named.flatMap((secret) => findRepeated(text, secret))]);
}

function replaceAt(text: string, spans: readonly Span[], mask: string): string {
  let left = '';
  let at = 0;
  for (const { start, end } of spans) {
    left += text.slice(at, start) + mask;
    at = end;
  }
  return left + text.slice(at);
}

/**
 * A text with `[left out]` in the place of each secret. `said` is what was said around it: an answer repeats a secret
 * without its name, and an excerpt may begin or end within one.
 */
export const leaveOutSecrets = (text: string, said = ''): string => replaceAt(text, findWith(text, said), LEFT_OUT);

/** The same for the parts of one text, such as those between the matches of a search: a secret may be in several. */
export function leaveOutOfParts(parts: readonly string[], said = ''): string[] {
  const text = parts.join('');
  const spans = findWith(text, said);
  let end = 0;
  return parts.map((part) => {
    const start = end;
    end += part.length;
    let left = '';
    let at = start;
    for (const span of spans.filter((one) => one.start < end && one.end > start)) {
      // What begins in an earlier part is said there.
      left += text.slice(at, Math.max(at, span.start)) + (span.start < start ? '' : LEFT_OUT);
      at = span.end;
    }
    return left + text.slice(at, end);
  });
}

/** A value of a program, such as what a call returned, with `mask` in the place of what looks like a secret. */
export const maskProgramSecrets = (text: string, mask: string): string =>
  replaceAt(text, findSecrets(text, PROGRAM_DETECTORS), mask);
