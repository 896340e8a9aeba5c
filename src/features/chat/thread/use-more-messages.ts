import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiClient } from '#src/api/api-client.ts';
import { isWorthRetrying } from '#src/api/query-client.ts';
import { trpc } from '#src/api/trpc.ts';
import type { ThreadKey } from '../chat-types.ts';
import { addPage, mergePage } from './merge-pages.ts';

type Wanted = { key: ThreadKey; side: 'before' | 'after'; messageId: string };

/** Loads the page that follows the loaded messages on one side. `messageId` is what to ask by; null if there is none. */
export function useMoreMessages(key: ThreadKey | null, side: Wanted['side'], messageId: string | null) {
  const utils = trpc.useUtils();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: ({ key: { conversationId }, ...place }: Wanted) =>
      apiClient.chat.messages.query({ conversationId, place: { side: place.side, messageId: place.messageId } }),
    retry: isWorthRetrying,
    onSuccess: (page, wanted) => {
      utils.chat.messages.setData(wanted.key, (shown) => shown && addPage(shown, wanted.side, wanted.messageId, page));
      // What was opened in the middle has reached the end: from now on both are one.
      const endKey = { conversationId: wanted.key.conversationId };
      const [shown, end] = [utils.chat.messages.getData(wanted.key), utils.chat.messages.getData(endKey)];
      if (wanted.key.place && shown && end)
        utils.chat.messages.setData(endKey, mergePage(shown, end) ?? (shown.newer === null ? shown : end));
    },
  });
  const load = useCallback(() => {
    if (key && messageId !== null) mutate({ key, side, messageId });
  }, [key, side, messageId, mutate]);
  return { load, hasMore: messageId !== null, isLoading: isPending, hasFailed: isError };
}
