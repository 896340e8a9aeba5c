import { replaceEqualDeep, skipToken } from '@tanstack/react-query';
import { trpc } from '#src/api/trpc.ts';
import type { ChatMessage, Thread } from '../chat-types.ts';
import { keepShownMessages } from './keep-shown.ts';

const NONE: ChatMessage[] = [];

function keepShownThread(shown: unknown, told: unknown): unknown {
  const [before, after] = [shown as Thread | undefined, told as Thread]; // reason: TanStack Query types both as unknown
  if (!before) return after;
  return replaceEqualDeep(before, { ...after, messages: keepShownMessages(before.messages, after.messages) });
}

/** The messages of the open conversation, and which answer is still on its way. */
export function useThread(conversationId: string | null) {
  const query = trpc.chat.messages.useQuery(conversationId === null ? skipToken : { conversationId }, {
    structuralSharing: keepShownThread,
    // Another device may have asked something: whoever looks at a conversation sees all of it.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  const messages = conversationId === null ? NONE : (query.data?.messages ?? NONE);
  return {
    messages,
    updatedAt: query.data?.conversation.updatedAt,
    streamingId: messages.findLast(({ status }) => status === 'streaming')?.id,
    isLoading: conversationId !== null && query.isPending,
    error: conversationId !== null && query.data === undefined ? query.error : null,
    refetch: () => void query.refetch(),
  };
}
