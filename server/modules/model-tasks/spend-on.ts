import type { z } from 'zod';
import type { UserId } from '#db/types.gen.ts';
import type { ModelGateway } from '#server/gateways/model/model.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { TextTask } from '#server/prompts/model-task.ts';
import { jsonSchemaOf } from './structured-answer.ts';

export type Spenders = {
  model: ModelGateway;
  spending: Pick<SpendingService, 'hold' | 'settleHold' | 'costOf'>;
  budgets: Pick<Budgets, 'takeFor'>;
};
type Asked<Input> = {
  task: TextTask<Input> & { schema?: z.ZodType };
  input: Input;
  /** Whether it counts as a message of its owner. */
  isMessage?: boolean;
};

/**
 * One request to the model, within the operator's caps and, unless it is a message, the account's budget. Null if one
 * of them is used up for today; rejects if the model fails.
 */
export async function spendOn<Input>(
  { model, spending, budgets }: Spenders,
  userId: UserId,
  { task, input, isMessage = false }: Asked<Input>,
  signal: AbortSignal,
): Promise<string | null> {
  const { instructions, content, image } = task.write(input);
  const request = { task: task.id, instructions, history: [{ role: 'user' as const, content }] };
  const options = {
    ...(image ? { image } : {}),
    ...(task.schema ? { responseSchema: jsonSchemaOf(task.schema) } : {}),
    ...(task.maxTokens === undefined ? {} : { maxOutputTokens: task.maxTokens }),
  };
  const hold = await spending.hold(userId, request, task.expectedTokens, { isMessage });
  if (hold === null) return null;
  if (!isMessage && !(await budgets.takeFor(userId, 'model_calls'))) {
    await spending.settleHold(userId, hold, 0);
    return null;
  }
  let answer = '';
  let spent = 0;
  try {
    const usage = await model.answer({ ...request, ...options, signal, onText: (piece) => (answer += piece) });
    spent = spending.costOf(request, answer, usage);
  } catch (error) {
    // What was written until it broke off has been paid for.
    spent = spending.costOf(request, answer, null);
    throw error;
  } finally {
    await spending.settleHold(userId, hold, spent);
  }
  return answer;
}
