import { compares, TESTS, TEST_WORDS, type Test } from '#contract/automations/steps/condition.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { referencesIn, valueText, type Value } from '#contract/automations/values.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { Scope } from '../engine/scope.ts';
import type { BranchingResult } from './step-handler.ts';
import { draftLine, type StepTraits } from './step-traits.ts';

type Condition = StepOf<'condition'>;

const plain = (text: string) => text.trim().toLocaleLowerCase('en-US');

/** A number as people type it: `1,250`, `$42.50` or `30 %`. */
function numberIn(text: string): number {
  const cleaned = text.replaceAll(/[\s,$€£%]/g, '');
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(cleaned) ? Number(cleaned) : Number.NaN;
}

/** Less than 0, 0 or more, as numbers or as days; undefined if neither compares. */
function compared(value: Value, than: string): number | undefined {
  const text = valueText(value);
  const [left, right] = [typeof value === 'number' ? value : numberIn(text), numberIn(than)];
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  const isDay = (one: string) => /^\d{4}-\d{2}-\d{2}$/.test(one.trim());
  return isDay(text) && isDay(than) ? Date.parse(text) - Date.parse(than) : undefined;
}

function equals(value: Value, than: string): boolean {
  const wanted = plain(than);
  if (Array.isArray(value)) return value.some((item) => plain(item) === wanted);
  if (typeof value === 'boolean') return (value ? ['yes', 'true'] : ['no', 'false']).includes(wanted);
  return compared(value, than) === 0 || plain(String(value)) === wanted;
}

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined || (Array.isArray(value) ? value.length === 0 : String(value).trim() === '');

/** Whether a condition holds. Values are compared as what they are, and never read as anything else. */
export function holds(test: Test, value: Value | undefined, than: string): boolean {
  switch (test) {
    case 'is_empty':
      return isEmpty(value);
    case 'is_not_empty':
      return !isEmpty(value);
    case 'is':
      return value === undefined ? than.trim() === '' : equals(value, than);
    case 'is_not':
      return value === undefined ? than.trim() !== '' : !equals(value, than);
    case 'contains':
      return value !== undefined && than.trim() !== '' && plain(valueText(value)).includes(plain(than));
    case 'more_than':
      return value !== undefined && (compared(value, than) ?? 0) > 0;
    case 'less_than':
      return value !== undefined && (compared(value, than) ?? 0) < 0;
  }
}

const SHOWN_MAX = 80;

/** A value within a sentence. */
function shortValue(value: Value): string {
  const text = Array.isArray(value) ? value.join(', ') : valueText(value);
  // Its full stop would stand in the middle of our sentence.
  const line = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\.)\.$/, '');
  return line === '' ? 'nothing' : cutAtWord(line, SHOWN_MAX);
}

/** What follows if a condition doesn't hold. */
const elseWords = ({ stops, otherwise, then }: Condition): string => {
  if (otherwise.length > 0) return stops ? 'it would do the other steps and stop' : 'it would do the other steps';
  if (stops) return 'it would stop here';
  return then.length > 0 ? 'it would skip these steps' : 'it continues';
};

/** `Worth posting: Yes, so it continues.` */
const decidedWords = (step: Condition, label: string, value: Value, isMet: boolean): string =>
  `${label}: ${shortValue(value)}, so ${isMet ? 'it continues' : elseWords(step)}.`;

/** Both outcomes of a condition that can't be decided yet. */
function undecidedWords(step: Condition, label: string, than: string): string {
  const test = `${TEST_WORDS[step.test]}${compares(step.test) ? ` “${shortValue(than)}”` : ''}`;
  return `We don’t know this yet. If “${label}” ${test}, it continues. If not, ${elseWords(step)}.`;
}

/** Whether a condition holds; null if what it depends on isn't known yet. */
export function decide(step: Condition, scope: Scope): BranchingResult & { holds: boolean | null } {
  const value = scope.valueOf(step.value);
  const than = scope.fill(step.than);
  const isKnown =
    scope.isComplete ||
    (value !== undefined && referencesIn(step.than).every((one) => scope.valueOf(one) !== undefined));
  const isMet = isKnown ? holds(step.test, value, than) : null;
  return {
    holds: isMet,
    input: { value: value === undefined ? '' : valueText(value), than },
    output: { holds: isMet === true },
    would: (labelOf) => {
      const label = labelOf(step.value);
      if (isMet === null) return { outcome: 'unclear', text: undecidedWords(step, label, than) };
      const isEnd = !isMet && step.stops && step.otherwise.length === 0;
      return { outcome: isEnd ? 'stops' : 'would', text: decidedWords(step, label, value ?? '', isMet) };
    },
  };
}

export const conditionTraits: StepTraits<Condition> = {
  read: ({ value, test, than, stops }, id) => ({
    kind: 'condition',
    id,
    value,
    test: TESTS.find((one) => one === test) ?? 'is_not_empty',
    than: draftLine(than),
    then: [],
    otherwise: [],
    stops,
  }),
  write: ({ value, test, than, stops }) => ({ value, test, than, stops }),
  next: () => 'a condition decides what comes next',
};
