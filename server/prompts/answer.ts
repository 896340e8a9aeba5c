import { instructionsFor, type ToldToTeammate } from './instructions.ts';
import type { ConversationTask } from './model-task.ts';

/** A teammate answers the last message of a conversation. */
export const answerMessage: ConversationTask<ToldToTeammate> = {
  id: 'answer',
  version: 3,
  write: (told) => instructionsFor(told),
};

/** A teammate continues an answer that was cut off. `request` is the last message, after the text so far. */
export const continueAnswer = {
  id: 'continue',
  version: 3,
  write: (told) => instructionsFor(told),
  request:
    'Your last answer was cut off. Go on exactly where it stopped, without repeating anything and without a preface.',
} as const satisfies ConversationTask<ToldToTeammate> & { request: string };
