import { apiClient } from '#src/api/api-client.ts';
import { trpc } from '#src/api/trpc.ts';
import { useExchange } from '../thread/exchange-context.ts';
import { withVersion } from '../thread/merge-pages.ts';
import type { Place } from '../thread/use-opening.ts';

/**
 * Shows the version that a message belongs to, with the messages after it, in every tab and on every device. `placeOf`
 * returns where in the view the message then is.
 */
export function useShowVersion(
  conversationId: string,
  placeOf: (messageId: string) => Place,
  onError?: (error: unknown) => void,
  // TypeScript can't name the type that it infers.
): ReturnType<typeof trpc.chat.showVersion.useMutation> {
  const utils = trpc.useUtils();
  const { showAt } = useExchange();
  return trpc.chat.showVersion.useMutation({
    onSuccess: async (_done, { messageId }) => {
      const around = { side: 'around', messageId } as const; // reason: the side is one of three
      // The message may be on a page that isn't read again.
      const page = await apiClient.chat.messages.query({ conversationId, place: around });
      utils.chat.messages.setData({ conversationId }, (shown) => shown && withVersion(shown, page));
      utils.chat.messages.setData({ conversationId, place: around }, page);
      showAt(placeOf(messageId));
    },
    onError,
    // Also if the version was switched and only loading the page failed.
    onSettled: () => {
      void utils.chat.messages.invalidate({ conversationId });
      void utils.chat.hits.invalidate({ conversationId });
      void utils.chat.conversations.invalidate();
    },
  });
}
