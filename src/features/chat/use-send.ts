import { useRef, useState } from 'react';
import type { Assistant } from '#contract/assistants.ts';
import { TOASTS, USAGE_LIMIT_TITLE } from '#contract/texts.ts';
import { useAccess } from '#src/lib/access.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import type { Thread } from './chat-types.ts';
import { newMessageId } from './message-id.ts';

export type PendingSend = { id: string; conversationId: string | null; text: string };
type Options = {
  assistant: Assistant;
  conversationId: string | null;
  onSent: (conversationId: string) => void;
  /** Nothing typed is lost: the text goes back where it came from. */
  onRefused: (pending: PendingSend) => void;
};

/** Sends a message: at once on the screen, once on the server, back in the box when it is refused. */
export function useSend({ assistant, conversationId, onSent, onRefused }: Options) {
  const utils = trpc.useUtils();
  const { openUpgrade } = useAccess();
  const [pending, setPending] = useState<PendingSend | null>(null);
  const failed = useRef<PendingSend | null>(null);
  const isStopWanted = useRef(false);
  const stop = trpc.chat.stop.useMutation({
    onError: (error) => toast.error({ ...TOASTS.error, text: errorText(error) }),
  });

  const explain = (error: unknown, refused: PendingSend) => {
    const code = errorCode(error);
    if (code === 'USAGE_LIMIT') {
      toast.error({ title: USAGE_LIMIT_TITLE, text: errorText(error) });
      void utils.usage.overview.invalidate();
      openUpgrade('usage_limit');
    } else if (code === 'ASSISTANT_LOCKED') openUpgrade('assistant_locked', assistant.name);
    else if (code !== null && code !== 'INTERNAL') toast.error({ ...TOASTS.error, text: errorText(error) });
    else toast.error(refused.conversationId === null ? TOASTS.conversationFailed : TOASTS.usageCheckFailed);
    if (refused.conversationId !== null)
      void utils.chat.messages.invalidate({ conversationId: refused.conversationId });
  };

  const { mutate } = trpc.chat.send.useMutation({
    // Offline must fail at once and give the text back. The same id makes one repeat safe when only the answer was lost.
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && errorCode(error) === null,
    onSuccess: ({ conversation, question, answer }) => {
      const key = { conversationId: conversation.id };
      utils.chat.messages.setData(key, (thread): Thread => {
        const before = (thread?.messages ?? []).filter(({ id }) => id !== question.id && id !== answer.id);
        return { conversation, messages: [...before, question, answer] };
      });
      utils.chat.conversations.setData({ assistantId: assistant.id }, (list) => [
        { ...conversation, isStreaming: true },
        ...(list ?? []).filter(({ id }) => id !== conversation.id),
      ]);
      void utils.chat.conversations.invalidate({ assistantId: assistant.id });
      void utils.usage.overview.invalidate();
      if (isStopWanted.current) stop.mutate({ messageId: answer.id });
      failed.current = null;
      setPending(null);
    },
    onError: (error, { id, conversationId: from, text }) => {
      const refused = { id, conversationId: from, text };
      failed.current = refused;
      setPending(null);
      onRefused(refused);
      explain(error, refused);
    },
  });

  const send = (text: string) => {
    if (pending !== null || text.trim() === '') return;
    const again = failed.current;
    const isRepeat = again?.text === text && again.conversationId === conversationId;
    const next: PendingSend = { id: isRepeat ? again.id : newMessageId(), conversationId, text };
    isStopWanted.current = false;
    setPending(next);
    mutate(
      { id: next.id, assistantId: assistant.id, conversationId, text },
      // Only while this screen is open: someone who has gone elsewhere is not pulled back.
      { onSuccess: ({ conversation }) => onSent(conversation.id) },
    );
  };

  const stopAnswer = (messageId: string | undefined) => {
    if (messageId === undefined) isStopWanted.current = true;
    else stop.mutate({ messageId });
  };
  return { pending, send, stopAnswer, isStopping: stop.isPending };
}
