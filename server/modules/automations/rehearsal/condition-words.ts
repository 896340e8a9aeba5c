import { TEST_WORDS } from '#contract/automations/step-sentence.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { valueText, type Value } from '#contract/automations/values.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';

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

type Condition = StepOf<'condition'>;

/** What follows if a condition doesn't hold. */
const elseWords = ({ stops, otherwise, then }: Condition): string => {
  if (otherwise.length > 0) return stops ? 'it would do the other steps and stop' : 'it would do the other steps';
  if (stops) return 'it would stop here';
  return then.length > 0 ? 'it would skip these steps' : 'it continues';
};

/** `Worth posting: Yes, so it continues.` */
export const decidedWords = (step: Condition, label: string, value: Value, holds: boolean): string =>
  `${label}: ${shortValue(value)}, so ${holds ? 'it continues' : elseWords(step)}.`;

/** Both outcomes of a condition that can't be decided yet. */
export function undecidedWords(step: Condition, label: string, than: string): string {
  const compares = step.test !== 'is_empty' && step.test !== 'is_not_empty';
  const test = `${TEST_WORDS[step.test]}${compares ? ` “${shortValue(than)}”` : ''}`;
  return `We don’t know this yet. If “${label}” ${test}, it continues. If not, ${elseWords(step)}.`;
}
