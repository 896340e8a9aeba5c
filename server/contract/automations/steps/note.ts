import { z } from 'zod';
import { subjectOf, words } from '../sentence-pieces.ts';
import { isBlank, plainSentence, type StepContract } from './step-contract.ts';
import { stepId, stepText } from './step-fields.ts';

/** A fact for the Brain, as the automation's suggestion. */
export const noteSchema = z.object({ kind: z.literal('note'), id: stepId, text: stepText });

export const note: StepContract<z.infer<typeof noteSchema>> = {
  sentence: ({ text }, { known }) =>
    plainSentence(words('Suggest to the Brain: '), ...subjectOf(text, known, 'a fact')),
  title: () => 'Suggest a fact to the Brain',
  missing: ({ text }) => (isBlank(text) ? 'Write what to remember.' : null),
  replace: (step, { text }) => ({ ...step, text: text(step.text) }),
  reachesOthers: true,
};
