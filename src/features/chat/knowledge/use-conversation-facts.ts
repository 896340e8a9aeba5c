import { skipToken } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { trpc } from '#src/api/trpc.ts';
import type { ConversationKnowledge } from './knowledge-context.ts';

/** Facts are learned from a question after its answer has ended, which takes a second or a few. */
const LOOK_AFTER_MS = [1_500, 4_000, 10_000];

/** Looks a few times, as long as it's wanted, and then no more. Returns the cancel function. */
export function lookForLearned(look: () => void, isWanted: () => boolean): () => void {
  const timers = LOOK_AFTER_MS.map((after) => setTimeout(() => isWanted() && look(), after));
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

export type Turn = {
  conversationId: string | null;
  /** The answer that is being written. */
  streamingId: string | undefined;
  /** Its question, or the last one whose answer was written here. */
  questionId: string | undefined;
};

/** What was learned in a conversation and what its answers were given: read again when a turn begins, and a few times after it has ended. */
export function useConversationFacts({
  conversationId,
  streamingId,
  questionId,
}: Turn): ConversationKnowledge | undefined {
  const utils = trpc.useUtils();
  const { data } = trpc.brain.ofConversation.useQuery(conversationId === null ? skipToken : { conversationId });
  const wasStreaming = useRef<string>(undefined);
  useEffect(() => {
    const isEnd = streamingId === undefined && wasStreaming.current !== undefined;
    wasStreaming.current = streamingId;
    if (conversationId === null) return;
    const key = { conversationId };
    const read = () => void utils.brain.ofConversation.invalidate(key);
    // Refetch at the end, too: the turn's changes to the team's knowledge are saved by then.
    if (streamingId !== undefined || isEnd) read();
    if (!isEnd || questionId === undefined) return;
    const isWanted = () => {
      const known = utils.brain.ofConversation.getData(key);
      const isFound = known?.learned[questionId] !== undefined || known?.withdrawn[questionId] !== undefined;
      return document.visibilityState === 'visible' && !isFound;
    };
    return lookForLearned(read, isWanted);
  }, [conversationId, streamingId, questionId, utils]);
  return data;
}
