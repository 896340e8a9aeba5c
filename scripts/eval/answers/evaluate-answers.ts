import { estimateRequestTokens } from '#server/modules/chat/spending.service.ts';
import { addUsed, confirmCost, formatUsed, metered, NOTHING_USED, type Used } from '../cost.ts';
import type { OpenModel } from '../open-model.ts';
import type { EvalOptions } from '../options.ts';
import { readSets } from './read-sets.ts';
import { failuresOfRun, reportFailures, reportTable } from './report.ts';
import { requestOf, type EvalRequest } from './request-of.ts';
import { runSets } from './run-sets.ts';

export type Ask = (request: EvalRequest) => Promise<string>;

/** An answer has about this many tokens. */
const EXPECTED_TOKENS = 1_000;

/** Evaluates the assistants, and returns the exit code. */
export async function evaluateAnswers(model: OpenModel, options: EvalOptions): Promise<number> {
  const { assistants, isVerbose, min, concurrency } = options;
  const { sets, businesses } = readSets();
  const chosen = sets.filter(({ assistant }) => assistants.length === 0 || assistants.includes(assistant));

  let used: Used = NOTHING_USED;
  const gateway = metered(model.gateway, (one) => (used = addUsed(used, one)));
  const ask: Ask = async (request) => {
    let answer = '';
    const signal = new AbortController().signal;
    await gateway.answer({ ...request, signal, onText: (piece) => (answer += piece) });
    return answer;
  };

  const requests = chosen.flatMap(({ assistant, cases }) =>
    cases.map((one) => {
      const business = businesses.get(one.business);
      if (!business) throw new Error(`no business ${one.business}`);
      return requestOf(assistant, one, business);
    }),
  );
  const expected: Used = {
    requests: requests.length,
    inputTokens: requests.reduce((sum, request) => sum + estimateRequestTokens(request), 0),
    outputTokens: requests.length * EXPECTED_TOKENS,
    isCounted: false,
  };
  if (!(await confirmCost(expected, model, options))) return 0;

  const outcomes = await runSets({ sets: chosen, businesses }, ask, concurrency);
  const failures = isVerbose ? reportFailures(outcomes) : '';
  const parts = [failures, reportTable(outcomes, model.name), `It took ${formatUsed(used, model.prices)}.`];
  process.stdout.write(`${parts.filter(Boolean).join('\n\n')}\n`);
  const problems = failuresOfRun(outcomes, min);
  if (problems.length > 0) process.stderr.write(`\n${problems.join('\n')}\n`);
  return problems.length > 0 ? 1 : 0;
}
