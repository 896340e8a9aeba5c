import { toastError } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import type { ChatMessage } from '../chat-types.ts';

/** Rates an answer. The mark changes optimistically and reverts if saving fails. */
export function useFeedback(conversationId: string, messageId: string) {
  const utils = trpc.useUtils();
  const key = { conversationId };
  const show = (feedback: ChatMessage['feedback']) =>
    utils.chat.messages.setQueriesData(
      key,
      {},
      (thread) =>
        thread && {
          ...thread,
          messages: thread.messages.map((message) => (message.id === messageId ? { ...message, feedback } : message)),
        },
    );
  const { mutate, isPending } = trpc.chat.feedback.useMutation({
    onMutate: ({ rating }) => show(rating),
    onError: (error) => {
      toastError(error);
      void utils.chat.messages.invalidate(key);
    },
  });
  const rate = (rating: ChatMessage['feedback'], reason = '', onSaved?: () => void) =>
    mutate({ messageId, rating, reason }, { onSuccess: onSaved });
  return { rate, isSaving: isPending };
}
