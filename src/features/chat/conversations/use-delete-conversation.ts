import type { AssistantId } from '#contract/chat/assistants.ts';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';

type Options = { assistantId: AssistantId; conversationId: string | null; onSelect: (id: string | null) => void };

/** Deletes at once, and gives it back for a few seconds (DECISIONS "Delete can be undone"). */
export function useDeleteConversation({ assistantId, conversationId, onSelect }: Options) {
  const utils = trpc.useUtils();
  const list = { assistantId };
  const refresh = () => {
    void utils.chat.conversations.invalidate(list);
    void utils.usage.overview.invalidate();
  };
  const fail = (error: unknown) => {
    toast.error({ ...TOASTS.error, text: errorText(error) });
    refresh();
  };
  const restoring = trpc.chat.restoreConversation.useMutation({ onSuccess: refresh, onError: fail });
  const deleting = trpc.chat.deleteConversation.useMutation({
    onMutate: async ({ conversationId: id }) => {
      const wasOpen = id === conversationId;
      if (wasOpen) onSelect(null);
      // A list that was on its way would bring the row back for a moment.
      await utils.chat.conversations.cancel(list);
      utils.chat.conversations.setData(list, (shown) => shown?.filter((conversation) => conversation.id !== id));
      return { wasOpen };
    },
    onError: fail,
    onSuccess: (_done, { conversationId: id }, { wasOpen }) => {
      refresh();
      const undo = () => {
        toast.dismiss(toastId);
        // The callback of this one call runs only while the screen is open: nobody is pulled back to it.
        restoring.mutate({ conversationId: id }, { onSuccess: () => wasOpen && onSelect(id) });
      };
      const toastId = toast.success({
        title: 'Conversation deleted',
        action: { label: 'Undo', onClick: undo },
        lifeMs: UNDO_MS,
      });
    },
  });

  return (id: string) => deleting.mutate({ conversationId: id });
}
