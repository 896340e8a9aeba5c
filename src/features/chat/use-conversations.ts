import type { AssistantId } from '#contract/assistants.ts';
import { trpc } from '#src/lib/trpc.ts';
import type { Conversation } from './chat-types.ts';

const POLL_MS = 3_000;

type Conversations = { conversations: Conversation[] | undefined; hasFailed: boolean; onRetry: () => void };

/** The list of conversations. While an answer runs in one that is not open, it asks now and then whether it is done. */
export function useConversations(assistantId: AssistantId, openId: string | null): Conversations {
  const { data, isError, refetch } = trpc.chat.conversations.useQuery(
    { assistantId },
    {
      refetchInterval: ({ state }) => {
        const runsElsewhere = state.data?.some(({ id, isStreaming }) => isStreaming && id !== openId) ?? false;
        return runsElsewhere ? POLL_MS : false;
      },
    },
  );
  return { conversations: data, hasFailed: isError, onRetry: () => void refetch() };
}
