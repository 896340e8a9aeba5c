import { skipToken } from '@tanstack/react-query';
import { trpc } from '#src/lib/trpc.ts';
import type { ChatMessage, Thread } from './chat-types.ts';

const NONE: ChatMessage[] = [];
const isGrowing = (thread: Thread | undefined) =>
  thread?.messages.some(({ status }) => status === 'streaming') ?? false;

/** The messages of the open conversation, and which answer is still on its way. */
export function useThread(conversationId: string | null) {
  const query = trpc.chat.messages.useQuery(conversationId === null ? skipToken : { conversationId }, {
    // What is read while an answer grows is older than what the stream has brought already.
    refetchOnWindowFocus: ({ state }) => !isGrowing(state.data),
    refetchOnReconnect: ({ state }) => !isGrowing(state.data),
  });
  const messages = conversationId === null ? NONE : (query.data?.messages ?? NONE);
  return {
    messages,
    streamingId: messages.findLast(({ status }) => status === 'streaming')?.id,
    isLoading: conversationId !== null && query.isPending,
    error: conversationId !== null && query.data === undefined ? query.error : null,
    refetch: () => void query.refetch(),
  };
}
