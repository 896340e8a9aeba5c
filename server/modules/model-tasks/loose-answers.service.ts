import type { UserId } from '#db/types.gen.ts';
import type { ModelTask, TextTask } from '#server/prompts/model-task.ts';
import { spendOn, type Spenders } from './spend-on.ts';
import { readStructured } from './structured-answer.ts';

/** Whether an answer counts as a message of its owner, and may use all of the operator's caps like a turn. */
type Counting = { isMessage: boolean };

/** Teammates' answers outside of conversations, such as those in automations. Null if today's budget is spent. */
export function createLooseAnswers(dependencies: Spenders) {
  return {
    write: <Input>(
      userId: UserId,
      task: TextTask<Input>,
      input: Input,
      { isMessage, signal }: Counting & { signal: AbortSignal },
    ): Promise<string | null> => spendOn(dependencies, userId, { task, input, isMessage }, signal),

    /** The same in a form. `clean` is done to each text in it. Throws if the answer has another form. */
    fillIn: async <Input, Answer>(
      userId: UserId,
      task: ModelTask<Input, Answer>,
      input: Input,
      { isMessage, clean, signal }: Counting & { clean: (text: string) => string; signal: AbortSignal },
    ): Promise<Answer | null> => {
      const answer = await spendOn(dependencies, userId, { task, input, isMessage }, signal);
      return answer === null ? null : readStructured(answer, task.schema, clean);
    },
  };
}
export type LooseAnswers = ReturnType<typeof createLooseAnswers>;
