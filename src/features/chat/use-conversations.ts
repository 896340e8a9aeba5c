import type { AssistantId } from '#contract/assistants.ts';
import { trpc } from '#src/lib/trpc.ts';

const POLL_MS = 3_000;

/** The list of conversations. While an answer runs in one that is not open, it asks now and then whether it is done. */
export function useConversations(assistantId: AssistantId, openId: string | null) {
  return trpc.chat.conversations.useQuery(
    { assistantId },
    {
      refetchInterval: ({ state }) => {
        const runsElsewhere = state.data?.some(({ id, isStreaming }) => isStreaming && id !== openId) ?? false;
        return runsElsewhere ? POLL_MS : false;
      },
    },
  );
}
