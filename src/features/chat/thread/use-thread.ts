import { replaceEqualDeep, skipToken } from '@tanstack/react-query';
import { trpc } from '#src/api/trpc.ts';
import type { ChatMessage, Thread, ThreadKey } from '../chat-types.ts';
import { findMessage, mergePage } from './merge-pages.ts';
import type { Place } from './use-opening.ts';

const NONE: ChatMessage[] = [];

/** A page that was read again, with what else had been loaded; alone if more has been written meanwhile than it holds. */
function mergeThread(shown: unknown, fetched: unknown): unknown {
  const [before, after] = [shown as Thread | undefined, fetched as Thread]; // reason: TanStack Query types both as unknown
  if (!before) return after;
  return replaceEqualDeep(before, mergePage(before, after) ?? after);
}

/**
 * The messages of the open conversation that are loaded, and which answer is still streaming. There are two queries: the end of the
 * conversation, with the older pages that were loaded, which everything live is merged into; and, while the conversation is open at a place
 * that isn't among these, the pages around that place. Once the two meet, they are one.
 */
export function useThread(conversationId: string | null, place: Place | null) {
  const end = trpc.chat.messages.useQuery(conversationId === null ? skipToken : { conversationId }, {
    structuralSharing: mergeThread,
    // Another device may have asked something, so an open conversation reads its end again.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  const placeId = place?.messageId;
  const isElsewhere =
    conversationId !== null &&
    placeId !== undefined &&
    end.data !== undefined &&
    findMessage(end.data.messages, placeId) === -1;
  const aroundKey = isElsewhere ? ({ conversationId, place: { side: 'around', messageId: placeId } } as const) : null;
  const around = trpc.chat.messages.useQuery(aroundKey ?? skipToken, {
    structuralSharing: mergeThread,
    staleTime: Infinity,
  });
  const isAround = aroundKey !== null && !around.isError;
  const shown = conversationId === null ? undefined : isAround ? around.data : end.data;
  const key: ThreadKey | null = isAround ? aroundKey : conversationId === null ? null : { conversationId };
  return {
    key,
    messages: shown?.messages ?? NONE,
    older: shown?.older ?? null,
    newer: shown?.newer ?? null,
    /** Whose conversation it is. */
    assistantId: end.data?.conversation.assistantId,
    title: end.data?.conversation.title,
    isPrivate: end.data?.conversation.isPrivate,
    hasNewAnswer: end.data?.hasNewAnswer ?? false,
    updatedAt: end.data?.conversation.updatedAt,
    streamingId: conversationId === null ? undefined : streamingIn(end.data),
    isLoading: conversationId !== null && (end.isPending || (isAround && around.isPending)),
    error: conversationId !== null && end.data === undefined ? end.error : null,
    refetch: () => void end.refetch(),
  };
}

const streamingIn = (thread: Thread | undefined) =>
  thread?.messages.findLast(({ status }) => status === 'streaming')?.id;
