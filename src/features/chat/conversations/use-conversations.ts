import { useCallback, useEffect } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Conversation } from '../chat-types.ts';

/** The poll interval while an answer runs in a conversation that isn't open. */
const BUSY_POLL_MS = 3_000;
/** The poll interval otherwise, to see what other devices do. Background pages don't poll. */
const QUIET_POLL_MS = 20_000;

type OpenThread = { id: string | null; updatedAt: string | undefined; isAnswering: boolean };
type Conversations = {
  conversations: Conversation[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
};

/** The list of conversations. If it's newer than the open conversation, that one is read again. */
export function useConversations(assistantId: AssistantId, open: OpenThread): Conversations {
  const utils = trpc.useUtils();
  const { data, isError, refetch } = trpc.chat.conversations.useQuery(
    { assistantId },
    {
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) => {
        const runsElsewhere = state.data?.some(({ id, isStreaming }) => isStreaming && id !== open.id) ?? false;
        return runsElsewhere ? BUSY_POLL_MS : QUIET_POLL_MS;
      },
    },
  );

  const listed = data?.find(({ id }) => id === open.id);
  const isBehind =
    listed !== undefined &&
    open.updatedAt !== undefined &&
    (listed.updatedAt > open.updatedAt || (listed.isStreaming && !open.isAnswering));
  useEffect(() => {
    if (isBehind && open.id !== null) void utils.chat.messages.invalidate({ conversationId: open.id });
  }, [isBehind, open.id, utils]);

  const onRetry = useCallback(() => void refetch(), [refetch]);
  return { conversations: data, hasFailed: isError, onRetry };
}
