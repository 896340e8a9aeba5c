import { compares, TESTS, TEST_WORDS } from '#contract/automations/steps/condition.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { referencesIn, valueText, type Value, type Values } from '#contract/automations/values.ts';
import type { Reading } from '../engine/reading.ts';
import type { Scope } from '../engine/scope.ts';
import { heldBefore } from './held-before.ts';
import { holds, shortValue, type Verdict } from './holds.ts';
import type { BranchingResult } from './step-handler.ts';
import { draftLine, type StepTraits } from './step-traits.ts';

type Condition = StepOf<'condition'>;

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

/** The result of a condition; null if the run stops because a value can't be used. */
function resultOf({ ifUnknown, test }: Condition, verdict: Verdict, value: Value | undefined, than: string) {
  if (ifUnknown === undefined) return heldBefore(test, value, than);
  if ('holds' in verdict) return verdict.holds;
  return ifUnknown === 'stop' ? null : false;
}

/** The error of a condition that can't be evaluated. */
const undecidableText = (label: string, unknown: string): string =>
  `“${label}” ${unknown}, so this condition couldn’t be checked.`;

const yesOrNo = (isYes: boolean): string => (isYes ? 'yes' : 'no');

/** What a run records of a value that couldn't be used, or that would be read differently today. */
function noteOn({ ifUnknown }: Condition, verdict: Verdict, isMet: boolean): Values {
  if ('unknown' in verdict)
    return {
      unknown:
        ifUnknown === undefined
          ? `It ${verdict.unknown}. As before, this counted as ${yesOrNo(isMet)}.`
          : `It ${verdict.unknown}, so this counted as no.`,
    };
  if (verdict.holds === isMet) return {};
  return { unknown: `This was compared as before. Compared the new way, it would be ${yesOrNo(verdict.holds)}.` };
}

/** Whether a condition holds; null if what it depends on isn't known yet, or if nobody can tell. */
export function decide(
  step: Condition,
  scope: Scope,
  { timeZone, kindOf }: Reading,
): BranchingResult & { holds: boolean | null } {
  const value = scope.valueOf(step.value);
  const than = scope.fill(step.than);
  const isKnown =
    scope.isComplete ||
    (value !== undefined && referencesIn(step.than).every((one) => scope.valueOf(one) !== undefined));
  // What every run has is known even where it is empty: there were no conversations yesterday.
  const isEmptyOfRun = step.value.startsWith('run.') && value === '' && step.test === 'contains';
  const verdict = isEmptyOfRun
    ? { holds: false }
    : holds(step.test, value, than, { timeZone, kind: kindOf(step.value) });
  const unknown = 'unknown' in verdict ? verdict.unknown : null;
  const result = resultOf(step, verdict, value, than);
  const isMet = isKnown ? result : null;
  return {
    holds: isMet,
    problem:
      isKnown && unknown !== null && result === null
        ? (labelOf) => undecidableText(labelOf(step.value), unknown)
        : null,
    input: { value: value === undefined ? '' : valueText(value), than },
    output: { holds: isMet === true, ...(isMet !== null && noteOn(step, verdict, isMet)) },
    would: (labelOf) => {
      const label = labelOf(step.value);
      if (isMet === null) return { outcome: 'unclear', text: undecidedWords(step, label, than) };
      const follows = isMet ? 'it continues' : elseWords(step);
      const isEnd = !isMet && step.stops && step.otherwise.length === 0;
      const outcome = isEnd ? 'stops' : 'would';
      if (unknown !== null)
        return { outcome, text: `“${label}” ${unknown}. That counts as ${yesOrNo(isMet)}, so ${follows}.` };
      return { outcome, text: decidedWords(step, label, value ?? '', isMet) };
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
    ifUnknown: 'stop',
    then: [],
    otherwise: [],
    stops,
  }),
  write: ({ value, test, than, stops }) => ({ value, test, than, stops }),
  keep: (step, { ifUnknown }) => ({ ...step, ifUnknown }),
  next: () => 'a condition decides what comes next',
};
