import type { StartedTurn } from '#src/api/tabs.ts';
import type { trpc } from '#src/api/trpc.ts';
import type { Thread } from '../chat-types.ts';
import { withoutExchanges } from '../thread/merge-messages.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

function withTurn(thread: Thread | undefined, { conversation, question, answer }: StartedTurn): Thread {
  const messages = thread?.messages ?? [];
  const common = { conversation, hasNewAnswer: false, older: thread?.older ?? null, newer: null };
  if (messages.some(({ id }) => id === answer.id)) {
    const withVersions = (versions: string[]) => (answer.versions.length > 0 ? answer : { ...answer, versions });
    const shown = messages.map((message) => (message.id === answer.id ? withVersions(message.versions) : message));
    return { ...common, messages: shown };
  }
  // The version before this one goes, with its question.
  const others = withoutExchanges(messages, new Set(answer.versions)).filter(({ id }) => id !== question.id);
  return { ...common, messages: [...others, question, answer] };
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
