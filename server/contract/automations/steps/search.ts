import { z } from 'zod';
import { subjectOf, words } from '../sentence-pieces.ts';
import { createAvailableValue, isBlank, plainSentence, type StepContract } from './step-contract.ts';
import { stepId, stepLine } from './step-fields.ts';

/** What the Brain knows about something. Returns `found`, `facts` (a list) and `count`. */
export const searchSchema = z.object({ kind: z.literal('search'), id: stepId, query: stepLine });

export const search: StepContract<z.infer<typeof searchSchema>> = {
  sentence: ({ query }, { known }) =>
    plainSentence(words('Look in the Brain for '), ...subjectOf(query, known, 'something')),
  title: () => 'Look in the Brain',
  missing: ({ query }) => (isBlank(query) ? 'Write what to look for.' : null),
  yields: ({ id }) => [
    createAvailableValue(id, 'found', 'What was found'),
    createAvailableValue(id, 'facts', 'Facts', 'list'),
    createAvailableValue(id, 'count', 'How many', 'number'),
  ],
  replace: (step, { text }) => ({ ...step, query: text(step.query) }),
  canBeTried: true,
};
