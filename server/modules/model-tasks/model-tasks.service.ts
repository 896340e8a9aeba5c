import type { z } from 'zod';
import type { UserId } from '#db/types.gen.ts';
import type { ModelRequest } from '#server/gateways/model/model.ts';
import { spendOn, type Spenders } from './spend-on.ts';
import { jsonSchemaOf, readStructured } from './structured-answer.ts';

/** A request to the model that is no turn. */
type Task<T> = {
  instructions: string;
  content: string;
  /** A picture that it is about. */
  image?: ModelRequest['image'];
  /** The form of the answer. */
  schema: z.ZodType<T>;
  /** How many tokens the answer usually has, and at most. */
  expectedTokens: number;
  maxTokens: number;
};

/** What the model does besides answering. It costs the person nothing, and counts against the operator's caps. */
export function createModelTasks(dependencies: Spenders) {
  /**
   * The model's answer; null if today's budget is spent. Throws if the model fails or its answer can't be read, which is
   * never the same as having found nothing.
   */
  return async <T>(
    userId: UserId,
    { instructions, content, image, schema, expectedTokens, maxTokens }: Task<T>,
    signal: AbortSignal,
  ): Promise<T | null> => {
    const asked = {
      instructions,
      content,
      ...(image ? { image } : {}),
      expectedTokens,
      maxOutputTokens: maxTokens,
      responseSchema: jsonSchemaOf(schema),
    };
    const answer = await spendOn(dependencies, userId, asked, signal);
    return answer === null ? null : readStructured(answer, schema);
  };
}
export type ModelTasks = ReturnType<typeof createModelTasks>;
