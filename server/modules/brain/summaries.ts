import { z } from 'zod';
import { withoutCitations } from '#contract/brain/citations.ts';
import { SUMMARY_MAX } from '#contract/chat/chat-history.ts';
import type { Db } from '#db/client.ts';
import { findSummary, saveSummary, type UncoveredMessage } from '#db/queries/chat/summaries.ts';
import type { ConversationId, UserId } from '#db/types.gen.ts';
import { SUMMARY_PROMPT } from '#server/content/prompts/summary-prompt.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { writeSummaryRequest } from '#server/lib/text/summary-request.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';

/** Messages that are summarized at a time, and how much of each. */
const MESSAGES_AT_ONCE = 12;
const MESSAGE_CHARACTERS = 1_500;
/** Of an answer: room for thoughts. */
const TOKENS = { expectedTokens: 300, maxTokens: 2_000 };

/** What is a little too long is cut; a model that writes far more has done something else. */
const answerSchema = z.object({
  summary: z
    .string()
    .trim()
    .min(1)
    .max(2 * SUMMARY_MAX),
});

const toMessage = ({ role, content }: UncoveredMessage) =>
  role === 'user'
    ? { from: 'owner' as const, text: content }
    : { from: 'teammate' as const, text: withoutCitations(content) };

/** A summary as it is kept: without citations, and without sentences that hold a secret. */
function toKept(summary: string): string {
  const sentences = withoutCitations(summary).match(/[^.!?]+(?:[.!?]+(?=\S)[^.!?]*)*[.!?]*\s*/g) ?? [];
  return cutAtWord(
    sentences
      .filter((sentence) => !holdsSecret(sentence))
      .join('')
      .trim(),
    SUMMARY_MAX,
  );
}

type Dependencies = { db: Db; ask: ModelTasks; isModelEnabled: boolean };
export type Summarized = 'done' | 'more to do' | 'over budget';

/** Summarizes what the messages of a conversation said that a model no longer gets, some of them at a time. */
export function createSummaries({ db, ask, isModelEnabled }: Dependencies) {
  return async (userId: UserId, conversationId: ConversationId, signal: AbortSignal): Promise<Summarized> => {
    const found = await findSummary(db, { userId, conversationId, characters: MESSAGE_CHARACTERS });
    const messages = found?.uncovered.slice(0, MESSAGES_AT_ONCE) ?? [];
    const last = messages.at(-1);
    if (!found || !last || !isModelEnabled) return 'done';
    const content = writeSummaryRequest({ summarySoFar: found.text, messages: messages.map(toMessage) });
    const task = { instructions: SUMMARY_PROMPT, content, schema: answerSchema, ...TOKENS };
    const answer = await ask(userId, task, signal);
    if (answer === null) return 'over budget';
    const text = toKept(answer.summary);
    await saveSummary(db, { userId, conversationId, text, last: last.id, revision: found.revision });
    return found.uncovered.length > messages.length ? 'more to do' : 'done';
  };
}
