import { z } from 'zod';
import { assistantById } from '../../chat/assistants.ts';
import { chip, subjectOf, words } from '../sentence-pieces.ts';
import { isBlank, plainSentence, type StepContract } from './step-contract.ts';
import { stepId, stepText, teammate } from './step-fields.ts';

/** The text becomes a message of this teammate in the automation's own conversation. */
export const postSchema = z.object({ kind: z.literal('post'), id: stepId, assistantId: teammate, text: stepText });

export const post: StepContract<z.infer<typeof postSchema>> = {
  sentence: ({ assistantId, text }, { known }) =>
    plainSentence(
      words('Put '),
      ...subjectOf(text, known, 'a text'),
      words(' into the conversation with '),
      chip(assistantById(assistantId).name),
    ),
  title: ({ assistantId }) => `Message from ${assistantById(assistantId).name}`,
  missing: ({ text }) => (isBlank(text) ? 'Choose what to put into the conversation.' : null),
  replace: (step, { text }) => ({ ...step, text: text(step.text) }),
  reachesOthers: true,
};
