import { z } from 'zod';
import { LOOP_ITEMS_MAX, STEPS_MAX } from '../automation-limits.ts';
import { missing, valueChip, words } from '../sentence-pieces.ts';
import type { StepOf } from '../steps.ts';
import { createAvailableValue, type StepContract } from './step-contract.ts';
import { ifUnknown, reference, stepId } from './step-fields.ts';

/**
 * Carries out its steps for each item of a list. They find it as `item`, and its place, from 1, as `number`. `child` is
 * their schema.
 */
export const loopSchema = <T extends z.ZodType>(child: T) =>
  z.object({
    kind: z.literal('loop'),
    id: stepId,
    over: reference,
    max: z.int().min(1).max(LOOP_ITEMS_MAX),
    ifUnknown,
    steps: z.array(child).max(STEPS_MAX),
  });

/** The name of an item's field among the values of its loop. */
export const itemField = (name: string): string => `item_${name}`.slice(0, 40);

export const loop: StepContract<StepOf<'loop'>> = {
  sentence: ({ over, max }, { known }) => ({
    pieces: [words('For each item of '), over === '' ? missing('a list') : valueChip(over, known), words(':')],
    notes: [{ kind: 'detail', text: `At most ${max} ${max === 1 ? 'item' : 'items'}.` }],
  }),
  title: () => 'Go through a list',
  missing: ({ over, steps }) =>
    over === '' ? 'Choose the list to go through.' : steps.length === 0 ? 'Add at least one step for each item.' : null,
  problem: ({ over }, { kindOf, comesFromCall }) =>
    comesFromCall(over) || kindOf(over) === 'list' ? null : { text: 'Choose a list. This value isn’t one.', fix: null },
  yields: ({ id }) => [
    createAvailableValue(id, 'item', 'Item'),
    createAvailableValue(id, 'number', 'Number of the item', 'number'),
  ],
  replace: (step, { reference: replaced }) => ({ ...step, over: replaced(step.over) }),
};
