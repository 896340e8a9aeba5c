import type { UserId } from '#db/types.gen.ts';
import type { ModelTask } from '#server/prompts/model-task.ts';
import { spendOn, type Spenders } from './spend-on.ts';
import { readStructured } from './structured-answer.ts';

/** What the model does besides answering. It costs the person nothing, and counts against the operator's caps. */
export function createModelTasks(dependencies: Spenders) {
  /**
   * The model's answer; null if today's budget is spent. Throws if the model fails or its answer can't be parsed, which
   * isn't the same as finding nothing.
   */
  return async <Input, Answer>(
    userId: UserId,
    task: ModelTask<Input, Answer>,
    input: Input,
    signal: AbortSignal,
  ): Promise<Answer | null> => {
    const answer = await spendOn(dependencies, userId, { task, input }, signal);
    return answer === null ? null : readStructured(answer, task.schema);
  };
}
export type ModelTasks = ReturnType<typeof createModelTasks>;
