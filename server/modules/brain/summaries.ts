import { withoutCitations } from '#contract/brain/citations.ts';
import { SUMMARY_MAX } from '#contract/chat/chat-history.ts';
import type { Db } from '#db/client.ts';
import { findSummary, saveSummary, type UncoveredMessage } from '#db/queries/chat/summaries.ts';
import type { ConversationId, UserId } from '#db/types.gen.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { ModelTasks } from '#server/modules/model-tasks/model-tasks.service.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { summarizeConversation } from '#server/prompts/summary.ts';

/** Messages that are summarized at a time, and how much of each. */
export const MESSAGES_AT_ONCE = 12;
export const MESSAGE_CHARACTERS = 1_500;

/** Messages as they are summarized, each without the secrets that it or one of the others names. */
export function toMessages(messages: readonly Pick<UncoveredMessage, 'role' | 'content'>[]) {
  const said = messages.map(({ content }) => content).join('\n\n');
  return messages.map(({ role, content }) => {
    const text = leaveOutSecrets(content, said);
    return role === 'user'
      ? { from: 'owner' as const, text }
      : { from: 'teammate' as const, text: withoutCitations(text) };
  });
}

/** A summary as it is kept: without citations and secrets. */
export const toKept = (summary: string): string =>
  cutAtWord(leaveOutSecrets(withoutCitations(summary)).trim(), SUMMARY_MAX);

type Dependencies = { db: Db; ask: ModelTasks; isModelEnabled: boolean };
export type Summarized = 'done' | 'more to do' | 'over budget';

/** Summarizes what the messages of a conversation said that a model no longer gets, some of them at a time. */
export function createSummaries({ db, ask, isModelEnabled }: Dependencies) {
  return async (userId: UserId, conversationId: ConversationId, signal: AbortSignal): Promise<Summarized> => {
    const found = await findSummary(db, { userId, conversationId, characters: MESSAGE_CHARACTERS });
    const messages = found?.uncovered.slice(0, MESSAGES_AT_ONCE) ?? [];
    const last = messages.at(-1);
    if (!found || !last || !isModelEnabled) return 'done';
    const conversation = { summarySoFar: found.text, messages: toMessages(messages) };
    const answer = await ask(userId, summarizeConversation, conversation, signal);
    if (answer === null) return 'over budget';
    const text = toKept(answer.summary);
    const prompt = promptVersion(summarizeConversation);
    await saveSummary(db, { userId, conversationId, text, prompt, last: last.id, revision: found.revision });
    return found.uncovered.length > messages.length ? 'more to do' : 'done';
  };
}
