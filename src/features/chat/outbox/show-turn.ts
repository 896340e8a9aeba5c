import type { StartedTurn } from '#src/api/tabs.ts';
import type { trpc } from '#src/api/trpc.ts';
import type { Thread } from '../chat-types.ts';
import { withoutExchanges } from '../thread/merge-messages.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

/** Removes the exchange whose message is one of these versions, and those after it. */
function withoutVersions(messages: Thread['messages'], versions: string[]) {
  if (versions.length === 0) return messages;
  const index = messages.findIndex(({ id }) => versions.includes(id));
  return withoutExchanges(messages, messages[index]?.role === 'assistant' ? index - 1 : index);
}

export function withTurn(thread: Thread | undefined, { conversation, question, answer }: StartedTurn): Thread {
  const messages = thread?.messages ?? [];
  const common = { conversation, hasNewAnswer: false, older: thread?.older ?? null, newer: null };
  if (messages.some(({ id }) => id === answer.id)) {
    const withVersions = (versions: string[]) => (answer.versions.length > 0 ? answer : { ...answer, versions });
    const shown = messages.map((message) => (message.id === answer.id ? withVersions(message.versions) : message));
    return { ...common, messages: shown };
  }
  const kept = withoutVersions(messages, [...question.versions, ...answer.versions]);
  const before = kept.slice(0, kept.findIndex(({ id }) => id === question.follows) + 1);
  const older = before.length > 0 ? common.older : question.follows && question.id;
  return { ...common, messages: [...before, question, answer], older };
}

/** Shows a turn that has just begun: the question, the growing answer, and the conversation at the top of its list. */
export async function showTurn(utils: Utils, turn: StartedTurn, isNewConversation: boolean): Promise<void> {
  const { conversation, answer } = turn;
  const key = { conversationId: conversation.id };
  const list = { assistantId: conversation.assistantId };

  const isKnown = utils.chat.messages.getData(key) !== undefined;
  // A read that started before this turn doesn't include it and must not overwrite it.
  if (isKnown) await utils.chat.messages.cancel(key);
  if (isKnown || isNewConversation) utils.chat.messages.setData(key, (thread) => withTurn(thread, turn));
  // A repeated send may have been answered meanwhile, and more messages may have followed.
  if (!isKnown || answer.status !== 'streaming') void utils.chat.messages.invalidate(key);

  if (utils.chat.conversations.getData(list)) await utils.chat.conversations.cancel(list);
  utils.chat.conversations.setData(
    list,
    (shown) =>
      shown && [
        { ...conversation, isStreaming: answer.status === 'streaming', hasNewAnswer: false },
        ...shown.filter(({ id }) => id !== conversation.id),
      ],
  );
  void utils.chat.conversations.invalidate(list);
  void utils.chat.unread.invalidate();
  void utils.usage.overview.invalidate();
}
