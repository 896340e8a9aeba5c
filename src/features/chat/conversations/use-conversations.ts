import { useEffect } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Conversation } from '../chat-types.ts';
import { useUnreadAnswers } from './unread-answers.ts';

/** While an answer runs in a conversation that is not open. */
const BUSY_POLL_MS = 3_000;
/** Otherwise, for what other devices do. A page in the background does not ask. */
const QUIET_POLL_MS = 20_000;

type OpenThread = { id: string | null; updatedAt: string | undefined; isAnswering: boolean };
type Conversations = {
  conversations: Conversation[] | undefined;
  unread: ReadonlySet<string>;
  hasFailed: boolean;
  onRetry: () => void;
};

/** The list of conversations. Where it knows of more than the open one shows, that one is read again. */
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
  const unread = useUnreadAnswers(data, open.id);

  const listed = data?.find(({ id }) => id === open.id);
  const isBehind =
    listed !== undefined &&
    open.updatedAt !== undefined &&
    (listed.updatedAt > open.updatedAt || (listed.isStreaming && !open.isAnswering));
  useEffect(() => {
    if (isBehind && open.id !== null) void utils.chat.messages.invalidate({ conversationId: open.id });
  }, [isBehind, open.id, utils]);

  return { conversations: data, unread, hasFailed: isError, onRetry: () => void refetch() };
}
