import type { ModelGateway } from '#server/gateways/model/model.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { estimateRequestTokens } from '#server/modules/chat/spending.service.ts';
import { createModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import type { Spenders } from '#server/modules/model-tasks/spend-on.ts';
import { UnreadableAnswer } from '#server/prompts/model-task.ts';
import { addUsed, metered, NOTHING_USED, type Used } from '../cost.ts';
import { inParallel } from '../in-parallel.ts';
import type { EvalCase } from './eval-task.ts';
import type { Judgment } from './score.ts';

/** A case with what its answer is worth, or with the reason why there is no answer that can be read. */
export type Outcome = { one: EvalCase } & (
  | { judgment: Judgment }
  | { judgment: null; failure: string; isUnreadable: boolean }
);
/** All outcomes, expected and actual usage, and how many instruction lines `without` removed. */
export type Run = { outcomes: Outcome[]; expected: Used; used: Used; linesLeftOut: number };

/** A model for one case that answers by its script. */
const scripted = (one: EvalCase): ModelGateway => ({
  answer: ({ instructions, onText }) => {
    onText(one.answerScripted(instructions));
    return Promise.resolve({ inputTokens: null, outputTokens: null });
  },
});

/**
 * Asks about all cases as the product would, but without budgets. A case without an answer doesn’t stop the others.
 * Without a model, the script answers. `without` leaves out the lines of the instructions that contain these words.
 */
export async function runCases(
  cases: readonly EvalCase[],
  model: ModelGateway | null,
  { concurrency, without }: { concurrency: number; without: string | null },
): Promise<Run> {
  const run = { expected: NOTHING_USED, used: NOTHING_USED, linesLeftOut: 0 };
  const spending: Spenders['spending'] = {
    hold: (_userId, asked, expectedTokens) => {
      const expected = {
        requests: 1,
        inputTokens: estimateRequestTokens(asked),
        outputTokens: expectedTokens,
        isCounted: false,
      };
      run.expected = addUsed(run.expected, expected);
      return Promise.resolve({ day: null, microUsd: 0 });
    },
    settleHold: () => Promise.resolve(),
    costOf: () => 0,
  };
  const budgets = { takeFor: () => Promise.resolve(true) };
  const leavingOut = (gateway: ModelGateway, words: string): ModelGateway => ({
    answer: ({ instructions, ...request }) => {
      const lines = instructions.split('\n');
      const left = lines.filter((line) => !line.includes(words));
      run.linesLeftOut += lines.length - left.length;
      return gateway.answer({ ...request, instructions: left.join('\n') });
    },
  });

  const outcomes = await inParallel(cases, concurrency, async (one): Promise<Outcome> => {
    const gateway = metered(model ?? scripted(one), (took) => (run.used = addUsed(run.used, took)));
    const ask = createModelTasks({
      model: without === null ? gateway : leavingOut(gateway, without),
      spending,
      budgets,
    });
    try {
      return { one, judgment: await one.judge(ask) };
    } catch (error) {
      if (error instanceof UnreadableAnswer) return { one, judgment: null, failure: error.message, isUnreadable: true };
      if (!(error instanceof ModelError)) throw error;
      const failure = [error.failure, error.code].filter(Boolean).join(', ');
      return { one, judgment: null, failure, isUnreadable: false };
    }
  });
  return { ...run, outcomes };
}
