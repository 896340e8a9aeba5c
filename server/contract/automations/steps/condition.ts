import { z } from 'zod';
import { STEPS_MAX } from '../automation-limits.ts';
import { chip, missing, quoted, valueChip, words } from '../sentence-pieces.ts';
import type { StepOf } from '../steps.ts';
import { readAnswer } from '../../written/answers.ts';
import { readDays } from '../../written/days.ts';
import { readNumbers } from '../../written/numbers.ts';
import { referencesIn, type ValueKind } from '../values.ts';
import { isBlank, type StepContract } from './step-contract.ts';
import { ifUnknown, reference, stepId, stepLine } from './step-fields.ts';

/** What a condition asks about a value. */
export const TESTS = ['is', 'is_not', 'contains', 'more_than', 'less_than', 'is_empty', 'is_not_empty'] as const;
export type Test = (typeof TESTS)[number];

/**
 * If it holds, the steps in `then` run; if not, those in `otherwise`. After that the run continues, or ends if it
 * didn't hold and `stops` is set. `child` is the schema of the steps inside.
 */
export const conditionSchema = <T extends z.ZodType>(child: T) =>
  z.object({
    kind: z.literal('condition'),
    id: stepId,
    value: reference,
    test: z.enum(TESTS),
    than: stepLine,
    ifUnknown,
    then: z.array(child).max(STEPS_MAX),
    otherwise: z.array(child).max(STEPS_MAX),
    stops: z.boolean(),
  });

/** What a condition asks, between the value and what it is compared with. */
export const TEST_WORDS: Record<Test, string> = {
  is: 'is',
  is_not: 'isn’t',
  contains: 'contains',
  more_than: 'is more than',
  less_than: 'is less than',
  is_empty: 'is empty',
  is_not_empty: 'isn’t empty',
};

/** What can be asked about a value of each kind. A text may hold a number or a day. */
export const TESTS_OF: Record<ValueKind, readonly Test[]> = {
  text: ['is', 'is_not', 'contains', 'more_than', 'less_than', 'is_empty', 'is_not_empty'],
  number: ['is', 'is_not', 'more_than', 'less_than', 'is_empty', 'is_not_empty'],
  yes_no: ['is'],
  list: ['contains', 'more_than', 'less_than', 'is_empty', 'is_not_empty'],
  date: ['is', 'is_not', 'more_than', 'less_than', 'is_empty', 'is_not_empty'],
};

/** Whether the test compares the value with something. */
export const compares = (test: Test): boolean => test !== 'is_empty' && test !== 'is_not_empty';

/** Whether the test is about how many items a list has. */
export const isCount = ({ test }: { test: Test }, kind: ValueKind | undefined): boolean =>
  kind === 'list' && (test === 'more_than' || test === 'less_than');

export const condition: StepContract<StepOf<'condition'>> = {
  sentence: (step, { known, hasSent }) => {
    const value = step.value === '' ? missing('a value') : valueChip(step.value, known);
    const counts = isCount(step, known.find(({ reference: one }) => one === step.value)?.kind);
    const than = isBlank(step.than)
      ? [missing('something')]
      : quoted(step.than, known).map((piece) => (piece.kind === 'words' ? chip(piece.text) : piece));
    const pieces = [
      words(counts ? 'If the number of items in ' : 'If '),
      value,
      words(` ${TEST_WORDS[step.test]}${compares(step.test) ? ' ' : ''}`),
      ...(compares(step.test) ? than : []),
      words(step.then.length === 0 ? ', carry on' : ':'),
    ];
    if (step.otherwise.length > 0) return { pieces, notes: [] };
    if (!step.stops)
      return {
        pieces,
        notes: step.then.length === 0 ? [] : [{ kind: 'otherwise', text: 'If not, skip these steps.' }],
      };
    const sent = hasSent() ? 'Nothing more is sent.' : 'Nothing is sent.';
    return { pieces, notes: [{ kind: 'otherwise', text: `If not, stop. ${sent}` }] };
  },
  title: () => 'Check a condition',
  missing: ({ value, test, than }) => {
    if (value === '') return 'Choose a value to check.';
    return compares(test) && isBlank(than) ? 'Write what to compare it with.' : null;
  },
  problem: ({ value, test, than, ifUnknown: choice }, { kindOf }) => {
    // What was saved before there was a choice compares as it did.
    if (choice === undefined || !compares(test) || referencesIn(than).length > 0) return null;
    const kind = kindOf(value);
    const isMoreOrLess = test === 'more_than' || test === 'less_than';
    if (kind === 'yes_no' && !isMoreOrLess)
      return readAnswer(than) === null ? { text: 'Compare it with Yes or No.', fix: null } : null;
    if (!isMoreOrLess && kind !== 'number' && kind !== 'date') return null;
    const readings = [
      ...(isMoreOrLess || kind === 'number' ? readNumbers(than) : []),
      ...(isMoreOrLess || kind === 'date' ? readDays(than, 'UTC') : []),
    ];
    if (readings.length === 1) return null;
    return {
      text:
        readings.length === 0
          ? 'Compare it with a number such as 12.5, or a date such as 2026-12-01.'
          : `“${than.trim()}” can be read in two ways. Write it like 1250, 12.5 or 2026-12-01.`,
      fix: null,
    };
  },
  replace: (step, { text, reference: replaced }) => ({
    ...step,
    value: replaced(step.value),
    than: text(step.than),
  }),
};
