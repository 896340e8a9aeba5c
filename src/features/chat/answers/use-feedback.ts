import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import type { ChatMessage } from '../chat-types.ts';

/** Rates an answer. The mark changes at once and goes back if it could not be kept. */
export function useFeedback(conversationId: string, messageId: string) {
  const utils = trpc.useUtils();
  const key = { conversationId };
  const show = (feedback: ChatMessage['feedback']) =>
    utils.chat.messages.setData(
      key,
      (thread) =>
        thread && {
          ...thread,
          messages: thread.messages.map((message) => (message.id === messageId ? { ...message, feedback } : message)),
        },
    );
  const { mutate } = trpc.chat.feedback.useMutation({
    onMutate: ({ rating }) => show(rating),
    onError: (error) => {
      toast.error({ ...TOASTS.error, text: errorText(error) });
      void utils.chat.messages.invalidate(key);
    },
  });
  return (rating: ChatMessage['feedback'], reason = '') => mutate({ messageId, rating, reason });
}
