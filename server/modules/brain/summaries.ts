import { withoutCitations } from '#contract/brain/citations.ts';
import { SUMMARY_MAX } from '#contract/chat/chat-history.ts';
import type { Db } from '#db/client.ts';
import { findSummary, saveSummary, type UncoveredMessage } from '#db/queries/chat/summaries.ts';
import type { ConversationId, UserId } from '#db/types.gen.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { summarizeConversation } from '#server/prompts/summary.ts';

/** Messages that are summarized at a time, and how much of each. */
export const MESSAGES_AT_ONCE = 12;
export const MESSAGE_CHARACTERS = 1_500;

export const toMessage = ({ role, content }: Pick<UncoveredMessage, 'role' | 'content'>) =>
  role === 'user'
    ? { from: 'owner' as const, text: content }
    : { from: 'teammate' as const, text: withoutCitations(content) };

/** A summary as it is kept: without citations, and without sentences that hold a secret. */
export function toKept(summary: string): string {
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
    const conversation = { summarySoFar: found.text, messages: messages.map(toMessage) };
    const answer = await ask(userId, summarizeConversation, conversation, signal);
    if (answer === null) return 'over budget';
    const text = toKept(answer.summary);
    const prompt = promptVersion(summarizeConversation);
    await saveSummary(db, { userId, conversationId, text, prompt, last: last.id, revision: found.revision });
    return found.uncovered.length > messages.length ? 'more to do' : 'done';
  };
}
