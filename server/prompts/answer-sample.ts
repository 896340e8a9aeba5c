import { instructionsFor, type ToldToTeammate } from './instructions.ts';
import type { TextTask } from './model-task.ts';

const ASKED_FOR_A_SAMPLE =
  'The owner is trying out how your answers sound, and can’t reply. Answer as you would in a chat, or write the text that is asked for, without asking back and without citations such as [f1].';

/** A teammate answers one question outside of a conversation, so that the owner sees how answers sound. */
export const answerSample: TextTask<{ told: ToldToTeammate; content: string }> = {
  id: 'answer-sample',
  version: 2,
  write: ({ told, content }) => ({ instructions: instructionsFor(told, ASKED_FOR_A_SAMPLE), content }),
  expectedTokens: 400,
  // Leaves room for reasoning tokens.
  maxTokens: 2_000,
};
