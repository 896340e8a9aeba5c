import type { z } from 'zod';
import type { UserId } from '#db/types.gen.ts';
import type { ModelGateway, ModelRequest } from '#server/gateways/model/model.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
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
export function createModelTasks({ model, spending }: { model: ModelGateway; spending: SpendingService }) {
  /**
   * The model's answer; null if the operator's budget for today is spent. Throws if the model fails or its answer can't be read, which is
   * never the same as having found nothing.
   */
  return async <T>(
    userId: UserId,
    { instructions, content, image, schema, expectedTokens, maxTokens }: Task<T>,
    signal: AbortSignal,
  ): Promise<T | null> => {
    const request = { instructions, history: [{ role: 'user' as const, content }] };
    const hold = await spending.hold(userId, request, expectedTokens);
    if (hold === null) return null;
    let answer = '';
    let spent = 0;
    try {
      const usage = await model.answer({
        ...request,
        ...(image ? { image } : {}),
        maxOutputTokens: maxTokens,
        responseSchema: jsonSchemaOf(schema),
        signal,
        onText: (piece) => (answer += piece),
      });
      spent = spending.costOf(request, answer, usage);
    } catch (error) {
      // What was written until it broke off has been paid for.
      spent = spending.costOf(request, answer, null);
      throw error;
    } finally {
      await spending.settleHold(userId, hold, spent);
    }
    return readStructured(answer, schema);
  };
}
export type ModelTasks = ReturnType<typeof createModelTasks>;
