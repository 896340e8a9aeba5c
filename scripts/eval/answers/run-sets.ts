import type { AssistantId } from '#contract/chat/assistants.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { checkAnswer, type Checked } from './checks/check-answer.ts';
import { inParallel } from '../in-parallel.ts';
import type { Business, EvalCase, EvalSet } from './eval-case.ts';
import type { Ask } from './evaluate-answers.ts';
import { requestOf } from './request-of.ts';

/** One case with its answer and what the checks say, or with the reason why there is no answer. */
export type Outcome = { assistant: AssistantId; one: EvalCase } & (
  | { answer: string; checked: Checked[] }
  | { answer: null; failure: string }
);

/** Asks every question of the sets, at most `concurrency` at a time. An unanswered question doesn't stop the others. */
export async function runSets(
  { sets, businesses }: { sets: readonly EvalSet[]; businesses: ReadonlyMap<string, Business> },
  ask: Ask,
  concurrency: number,
): Promise<Outcome[]> {
  const cases = sets.flatMap(({ assistant, cases: all }) => all.map((one) => ({ assistant, one })));
  async function run({ assistant, one }: (typeof cases)[number]): Promise<Outcome> {
    const business = businesses.get(one.business);
    if (!business) throw new Error(`no business ${one.business}`);
    const request = requestOf(assistant, one, business);
    try {
      const answer = await ask(request);
      return { assistant, one, answer, checked: checkAnswer(answer, one, business, request) };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return { assistant, one, answer: null, failure: [error.failure, error.code].filter(Boolean).join(', ') };
    }
  }

  return inParallel(cases, concurrency, run);
}
