import { replaceEqualDeep, skipToken } from '@tanstack/react-query';
import { trpc } from '#src/api/trpc.ts';
import type { ChatMessage, Thread } from '../chat-types.ts';
import { mergeMessages } from './merge-messages.ts';

const NONE: ChatMessage[] = [];

function mergeThread(shown: unknown, fetched: unknown): unknown {
  const [before, after] = [shown as Thread | undefined, fetched as Thread]; // reason: TanStack Query types both as unknown
  if (!before) return after;
  return replaceEqualDeep(before, { ...after, messages: mergeMessages(before.messages, after.messages) });
}

/** The messages of the open conversation, and which answer is still streaming. */
export function useThread(conversationId: string | null) {
  const query = trpc.chat.messages.useQuery(conversationId === null ? skipToken : { conversationId }, {
    structuralSharing: mergeThread,
    // Another device may have asked something, so an open conversation reads everything again.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  const messages = conversationId === null ? NONE : (query.data?.messages ?? NONE);
  return {
    messages,
    title: query.data?.conversation.title,
    hasNewAnswer: query.data?.hasNewAnswer ?? false,
    updatedAt: query.data?.conversation.updatedAt,
    streamingId: messages.findLast(({ status }) => status === 'streaming')?.id,
    isLoading: conversationId !== null && query.isPending,
    error: conversationId !== null && query.data === undefined ? query.error : null,
    refetch: () => void query.refetch(),
  };
}
