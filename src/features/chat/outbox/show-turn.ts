import type { StartedTurn } from '#src/api/tabs.ts';
import type { trpc } from '#src/api/trpc.ts';
import type { Thread } from '../chat-types.ts';

type Utils = ReturnType<typeof trpc.useUtils>;

function withTurn(thread: Thread | undefined, { conversation, question, answer }: StartedTurn): Thread {
  const messages = thread?.messages ?? [];
  if (messages.some(({ id }) => id === answer.id))
    return { conversation, messages: messages.map((message) => (message.id === answer.id ? answer : message)) };
  return { conversation, messages: [...messages.filter(({ id }) => id !== question.id), question, answer] };
}

/** Puts a turn that has just begun on the screen: the question, the growing answer, the conversation on top of its list. */
export async function showTurn(utils: Utils, turn: StartedTurn, isNewConversation: boolean): Promise<void> {
  const { conversation, answer } = turn;
  const key = { conversationId: conversation.id };
  const list = { assistantId: conversation.assistantId };

  const isKnown = utils.chat.messages.getData(key) !== undefined;
  // What was asked before this turn began knows nothing of it and must not come after it.
  if (isKnown) await utils.chat.messages.cancel(key);
  if (isKnown || isNewConversation) utils.chat.messages.setData(key, (thread) => withTurn(thread, turn));
  // A repeated send may have been answered in the meantime, and more may have been said since.
  if (!isKnown || answer.status !== 'streaming') void utils.chat.messages.invalidate(key);

  if (utils.chat.conversations.getData(list)) await utils.chat.conversations.cancel(list);
  utils.chat.conversations.setData(
    list,
    (shown) =>
      shown && [
        { ...conversation, isStreaming: answer.status === 'streaming' },
        ...shown.filter(({ id }) => id !== conversation.id),
      ],
  );
  void utils.chat.conversations.invalidate(list);
  void utils.usage.overview.invalidate();
}
