import type { AssistantId } from '#contract/chat/assistants.ts';
import { answerMessage } from '#server/prompts/answer.ts';
import type { PromptFact } from '#server/prompts/instructions.ts';
import type { Business, EvalCase } from './eval-case.ts';

/** The day of every case, so that a set means the same whenever it runs. */
export const EVAL_DAY = new Date('2026-11-23T09:00:00Z');

export type EvalRequest = {
  task: string;
  instructions: string;
  history: { role: 'user' | 'assistant'; content: string }[];
};

/** The one place that decides where passages stand: as long as the instructions have no block for them, they come before the question. */
function withPassages(question: string, passages: readonly { source: string; text: string }[]): string {
  const blocks = passages.map(({ source, text }) => `Passage from ${source}:\n"""\n${text}\n"""`);
  return [...blocks, question].join('\n\n');
}

function toPromptFact(statement: string, index: number): PromptFact {
  const unlimited = { validFrom: null, validUntil: null, conflictsWith: [] };
  return {
    number: index + 1,
    kind: 'policy',
    source: 'message',
    statement,
    learnedAt: EVAL_DAY.toISOString(),
    ...unlimited,
  };
}

/** What the model gets for a case: the product's own instructions, the case's facts, what was said before, and the question. */
export function requestOf(assistantId: AssistantId, one: EvalCase, { profile, facts }: Business): EvalRequest {
  const instructions = answerMessage.write({
    assistantId,
    profile: { ...profile, businessTypeText: '', language: '', timeZone: 'UTC' },
    facts: [...facts, ...(one.facts ?? [])].map(toPromptFact),
    today: EVAL_DAY,
  });
  const question = withPassages(one.question, one.passages ?? []);
  const earlier = (one.earlier ?? []).map((content, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  }));
  return { task: answerMessage.id, instructions, history: [...earlier, { role: 'user', content: question }] };
}
