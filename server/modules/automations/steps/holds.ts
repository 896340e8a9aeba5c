import type { Test } from '#contract/automations/steps/condition.ts';
import { valueText, type Value, type ValueKind } from '#contract/automations/values.ts';
import { readAnswer } from '#contract/written/answers.ts';
import { compareDays, readDays } from '#contract/written/days.ts';
import { compareDecimals, readNumbers } from '#contract/written/numbers.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';

/** Whether a test holds, or why nobody can tell: the end of a sentence that begins with the value's name. */
export type Verdict = { holds: boolean } | { unknown: string };

const SHOWN_MAX = 80;

/** A value within a sentence. */
export function shortValue(value: Value): string {
  const text = Array.isArray(value) ? value.join(', ') : valueText(value);
  // Its full stop would stand in the middle of our sentence.
  const line = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');
  return line === '' ? 'nothing' : cutAtWord(line, SHOWN_MAX);
}

const UNREADABLE = 'which isn’t a number or a date we can read';
const NO_NUMBER = 'which isn’t a number we can read';
const NO_DAY = 'which isn’t a date we can read';
const NO_ANSWER = 'which isn’t yes or no';
const TWO_WAYS = 'which can be read in two ways';

/**
 * The maximum number of accents in a row in any language's words. Source: the Stream-Safe Text Format, Unicode annex
 * 15.
 */
const ACCENTS_MAX = 30;
/** Combines nothing, so it divides accents. */
const DIVIDER = '\u034f';

/** Divides thousands of accents in a row, because sorting them takes the square of their number. */
function divideAccents(accents: string): string {
  const parts: string[] = [];
  for (let at = 0; at < accents.length; at += ACCENTS_MAX) parts.push(accents.slice(at, at + ACCENTS_MAX));
  return parts.join(DIVIDER);
}

/** Without regard to case, outer blanks and the encoding of accents. */
const plain = (text: string) =>
  text
    .replaceAll(/\p{M}+/gu, divideAccents)
    .normalize('NFC')
    .trim()
    .toLocaleLowerCase('en-US');
const isBlank = (text: string) => text.trim() === '';

type Comparable = { numbers: ReturnType<typeof readNumbers>; days: ReturnType<typeof readDays> };
function read(value: Value, timeZone: string): Comparable {
  if (Array.isArray(value)) return { numbers: readNumbers(value.length), days: [] };
  if (typeof value === 'boolean') return { numbers: [], days: [] };
  return { numbers: readNumbers(value), days: readDays(String(value), timeZone) };
}

/** How two values compare, in every way to read them: each less than 0, 0 or more. None if they don't compare. */
function compare(left: Comparable, right: Comparable): number[] {
  const ofNumbers = left.numbers.flatMap((a) =>
    right.numbers.flatMap((b) => (a.unit === b.unit || a.unit === '' || b.unit === '' ? [compareDecimals(a, b)] : [])),
  );
  const ofDays = left.days.flatMap((a) => right.days.map((b) => compareDays(a, b)));
  return [...ofNumbers, ...ofDays];
}
const isReadable = ({ numbers, days }: Comparable) => numbers.length + days.length > 0;
const hasTwoReadings = ({ numbers, days }: Comparable) => numbers.length > 1 || days.length > 1;

/** The answer that all ways to read the values agree on. */
function decide(answers: readonly boolean[], value: Value, than: string, left: Comparable): Verdict {
  const [first, ...others] = answers;
  if (first !== undefined && others.every((one) => one === first)) return { holds: first };
  if (first !== undefined)
    return {
      unknown: hasTwoReadings(left)
        ? `is “${shortValue(value)}”, ${TWO_WAYS}`
        : `is compared with “${shortValue(than)}”, ${TWO_WAYS}`,
    };
  return { unknown: `is “${shortValue(value)}”, which can’t be compared with “${shortValue(than)}”` };
}

function isMoreOrLess(sign: 1 | -1, value: Value, than: string, timeZone: string): Verdict {
  const [left, right] = [read(value, timeZone), read(than, timeZone)];
  if (!isReadable(left)) return { unknown: `is “${shortValue(value)}”, ${UNREADABLE}` };
  if (!isReadable(right)) return { unknown: `is compared with “${shortValue(than)}”, ${UNREADABLE}` };
  const answers = compare(left, right).map((order) => order * sign > 0);
  return decide(answers, value, than, left);
}

/** `007` is a name rather than the number 7. */
const isName = (text: string) => /^0\d/.test(text.trim());

function isSameAnswer(value: Value, than: string): Verdict {
  const [said, asked] = [readAnswer(valueText(value)), readAnswer(than)];
  if (said === null) return { unknown: `is “${shortValue(value)}”, ${NO_ANSWER}` };
  return asked === null
    ? { unknown: `is compared with “${shortValue(than)}”, ${NO_ANSWER}` }
    : { holds: said === asked };
}

function equals(value: Value, than: string, { kind, timeZone }: Known): Verdict {
  const wanted = plain(than);
  if (Array.isArray(value)) return { holds: value.some((item) => plain(item) === wanted) };
  if (typeof value === 'boolean' || kind === 'yes_no') return isSameAnswer(value, than);
  const text = String(value);
  if (plain(text) === wanted) return { holds: true };
  const [left, right] = [read(value, timeZone), read(than, timeZone)];
  // A text that can't be read may still be compared as a text. A number or a day can't.
  if (typeof value === 'number' || kind === 'number') {
    if (left.numbers.length === 0) return { unknown: `is “${shortValue(value)}”, ${NO_NUMBER}` };
    if (right.numbers.length === 0) return { unknown: `is compared with “${shortValue(than)}”, ${NO_NUMBER}` };
  }
  if (kind === 'date') {
    if (left.days.length === 0) return { unknown: `is “${shortValue(value)}”, ${NO_DAY}` };
    if (right.days.length === 0) return { unknown: `is compared with “${shortValue(than)}”, ${NO_DAY}` };
  }
  const areNumbers = left.numbers.length > 0 && right.numbers.length > 0;
  const areDays = left.days.length > 0 && right.days.length > 0;
  if (areDays || (areNumbers && !isName(text) && !isName(than)))
    return decide(
      compare(left, right).map((order) => order === 0),
      value,
      than,
      left,
    );
  const [said, asked] = [readAnswer(text), readAnswer(than)];
  return { holds: said !== null && said === asked && !areNumbers };
}

/** Scripts that put spaces between words. */
const IN_WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}]/u;

/**
 * Whether a text has another one in it, as whole words: “apple” isn’t in “pineapple juice”. Where the wanted text
 * begins or ends with something else than a letter or a digit, such as “@acme.com”, anything may stand beside it.
 */
function hasWords(text: string, wanted: string): boolean {
  const [isWordFirst, isWordLast] = [IN_WORD.test(wanted.charAt(0)), IN_WORD.test(wanted.charAt(wanted.length - 1))];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + wanted.length)];
    if (!(isWordFirst && IN_WORD.test(before)) && !(isWordLast && IN_WORD.test(after))) return true;
  }
  return false;
}

const contains = (value: Value, than: string): boolean =>
  Array.isArray(value)
    ? value.some((item) => hasWords(plain(item), plain(than)))
    : plain(valueText(value)).includes(plain(than));

/** Whether a value is missing: undefined or blank. An empty list isn't missing. */
export const isMissing = (value: Value | undefined): value is undefined =>
  value === undefined || (typeof value === 'string' && isBlank(value));

/** What is known about a value: its kind, if the automation says one, and the zone of its days. */
type Known = { kind: ValueKind | undefined; timeZone: string };

/** Whether a condition holds. Values are compared as what they are, and never read as anything else. */
export function holds(test: Test, value: Value | undefined, than: string, known: Known): Verdict {
  const isEmpty = isMissing(value) || (Array.isArray(value) && value.length === 0);
  if (test === 'is_empty') return { holds: isEmpty };
  if (test === 'is_not_empty') return { holds: !isEmpty };
  if (isMissing(value)) return { unknown: 'is missing' };
  if (isBlank(than)) return { unknown: 'is compared with a value that is missing' };
  switch (test) {
    case 'is':
      return equals(value, than, known);
    case 'is_not': {
      const verdict = equals(value, than, known);
      return 'holds' in verdict ? { holds: !verdict.holds } : verdict;
    }
    case 'contains':
      return { holds: contains(value, than) };
    case 'more_than':
      return isMoreOrLess(1, value, than, known.timeZone);
    case 'less_than':
      return isMoreOrLess(-1, value, than, known.timeZone);
  }
}
