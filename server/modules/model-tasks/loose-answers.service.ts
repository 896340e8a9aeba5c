import type { z } from 'zod';
import type { UserId } from '#db/types.gen.ts';
import { spendOn, type Spenders } from './spend-on.ts';
import { jsonSchemaOf, readStructured } from './structured-answer.ts';

/** An answer is assumed to have this many tokens until it is complete, like that of a turn. */
const EXPECTED_TOKENS = 1_000;

type Question = {
  instructions: string;
  content: string;
  /** Whether it counts as a message of its owner, and may use all of the operator's caps like a turn. */
  isMessage: boolean;
};

/** Answers of teammates that belong to no conversation, such as those of automations. Null if today's budget is spent. */
export function createLooseAnswers(dependencies: Spenders) {
  return {
    write: (userId: UserId, question: Question, signal: AbortSignal): Promise<string | null> =>
      spendOn(dependencies, userId, { ...question, expectedTokens: EXPECTED_TOKENS }, signal),

    /** The same in a form. `clean` is done to each text in it. Throws if the answer has another form. */
    fillIn: async <T>(
      userId: UserId,
      { schema, clean, ...question }: Question & { schema: z.ZodType<T>; clean: (text: string) => string },
      signal: AbortSignal,
    ): Promise<T | null> => {
      const asked = { ...question, expectedTokens: EXPECTED_TOKENS, responseSchema: jsonSchemaOf(schema) };
      const answer = await spendOn(dependencies, userId, asked, signal);
      return answer === null ? null : readStructured(answer, schema, clean);
    },
  };
}
export type LooseAnswers = ReturnType<typeof createLooseAnswers>;
