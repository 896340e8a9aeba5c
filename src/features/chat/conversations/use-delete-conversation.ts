import { useCallback } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { toastError } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import type { OnDone } from '../privacy/use-forget-taught.tsx';

type Options = {
  assistantId: AssistantId;
  conversationId: string | null;
  onSelect: (id: string | null) => void;
  onDone: OnDone;
};

/** Deletes immediately; `onDone` offers Undo for a few seconds (CHAT-5). */
export function useDeleteConversation({ assistantId, conversationId, onSelect, onDone }: Options) {
  const utils = trpc.useUtils();
  const list = { assistantId };
  const refresh = () => {
    void utils.chat.conversations.invalidate(list);
    void utils.chat.unread.invalidate();
    void utils.usage.overview.invalidate();
  };
  const fail = (error: unknown) => {
    toastError(error);
    refresh();
  };
  const restoring = trpc.chat.restoreConversation.useMutation({ onSuccess: refresh, onError: fail });
  const { mutate } = trpc.chat.deleteConversation.useMutation({
    onMutate: async ({ conversationId: id }) => {
      const wasOpen = id === conversationId;
      if (wasOpen) onSelect(null);
      // A pending read of the list would bring the row back for a moment.
      await utils.chat.conversations.cancel(list);
      utils.chat.conversations.setData(list, (shown) => shown?.filter((conversation) => conversation.id !== id));
      return { wasOpen };
    },
    onError: fail,
    onSuccess: (taught, { conversationId: id }, { wasOpen }) => {
      refresh();
      const undo = () => {
        // A per-call callback runs only while the screen is mounted, so nobody is pulled back to it.
        restoring.mutate({ conversationId: id }, { onSuccess: () => wasOpen && onSelect(id) });
      };
      onDone({ title: 'Conversation deleted', undo }, taught);
    },
  });

  return useCallback((id: string) => mutate({ conversationId: id }), [mutate]);
}
