import { z } from 'zod';
import { chip, subjectOf, words } from '../sentence-pieces.ts';
import { isBlank, plainSentence, type StepContract } from './step-contract.ts';
import { stepId, stepLine } from './step-fields.ts';

/** In the bell. */
export const notifySchema = z.object({ kind: z.literal('notify'), id: stepId, text: stepLine });

export const notify: StepContract<z.infer<typeof notifySchema>> = {
  sentence: ({ text }, { known }) =>
    plainSentence(words('Notify '), chip('me'), words(': '), ...subjectOf(text, known, 'a text')),
  title: () => 'Notify me',
  missing: ({ text }) => (isBlank(text) ? 'Write what the notification says.' : null),
  replace: (step, { text }) => ({ ...step, text: text(step.text) }),
  reachesOthers: true,
};
