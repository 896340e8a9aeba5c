import type { UserId } from '#db/types.gen.ts';
import type { ModelGateway, ModelRequest } from '#server/gateways/model/model.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';

export type Spenders = { model: ModelGateway; spending: SpendingService; budgets: Pick<Budgets, 'takeFor'> };
export type Asked = Pick<ModelRequest, 'instructions' | 'image' | 'maxOutputTokens' | 'responseSchema'> & {
  content: string;
  /** How many tokens the answer usually has. */
  expectedTokens: number;
  /** Whether it counts as a message of its owner. */
  isMessage?: boolean;
};

/**
 * One request to the model, within the operator's caps and, unless it is a message, the account's budget. Null if one
 * of them is used up for today; rejects if the model fails.
 */
export async function spendOn(
  { model, spending, budgets }: Spenders,
  userId: UserId,
  { instructions, content, expectedTokens, isMessage = false, ...options }: Asked,
  signal: AbortSignal,
): Promise<string | null> {
  const request = { instructions, history: [{ role: 'user' as const, content }] };
  const hold = await spending.hold(userId, request, expectedTokens, { isMessage });
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
