import type { AssistantId } from '#contract/chat/assistants.ts';
import { instructionsFor } from '#server/content/prompts/instructions.ts';
import type { Business, EvalCase } from './eval-case.ts';
import { withFacts } from './with-facts.ts';

/** The day of every case, so that a set means the same whenever it runs. */
export const EVAL_DAY = new Date('2026-11-23T09:00:00Z');

export type EvalRequest = { instructions: string; history: { role: 'user' | 'assistant'; content: string }[] };

/** What the model gets for a case: the product's own instructions, the case's facts, what was said before, and the question. */
export function requestOf(assistantId: AssistantId, one: EvalCase, { profile, facts }: Business): EvalRequest {
  const { instructions, question } = withFacts(
    {
      instructions: instructionsFor({
        assistantId,
        profile: { ...profile, language: '', timeZone: 'UTC' },
        today: EVAL_DAY,
      }),
      question: one.question,
    },
    { facts: [...facts, ...(one.facts ?? [])], passages: one.passages ?? [] },
  );
  const earlier = (one.earlier ?? []).map((content, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  }));
  return { instructions, history: [...earlier, { role: 'user', content: question }] };
}
