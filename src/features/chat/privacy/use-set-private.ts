import { useCallback } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';

const DONE = {
  on: { title: 'This chat is private now', text: 'Nothing you say here from now on is learned.' },
  off: { title: 'This chat isn’t private anymore', text: 'What you say here from now on can be learned.' },
};

/** Makes a conversation private, or no longer. It shows right away, is taken back if the server refuses, and can be undone. */
export function useSetPrivate(assistantId: AssistantId) {
  const utils = trpc.useUtils();
  const { mutate } = trpc.chat.setPrivate.useMutation({
    onMutate: async ({ conversationId, isPrivate }) => {
      const [key, list] = [{ conversationId }, { assistantId }];
      // A pending read would bring the old state back for a moment.
      await Promise.all([utils.chat.messages.cancel(key), utils.chat.conversations.cancel(list)]);
      utils.chat.messages.setData(
        key,
        (thread) => thread && { ...thread, conversation: { ...thread.conversation, isPrivate } },
      );
      utils.chat.conversations.setData(list, (shown) =>
        shown?.map((listed) => (listed.id === conversationId ? { ...listed, isPrivate } : listed)),
      );
    },
    onSuccess: (_done, { conversationId, isPrivate }) => {
      const undo = () => mutate({ conversationId, isPrivate: !isPrivate });
      toast.success({ ...DONE[isPrivate ? 'on' : 'off'], action: { label: 'Undo', onClick: undo }, lifeMs: UNDO_MS });
    },
    onError: toastError,
    onSettled: (_done, _error, { conversationId }) => {
      void utils.chat.messages.invalidate({ conversationId });
      void utils.chat.conversations.invalidate({ assistantId });
    },
  });
  return useCallback((conversationId: string, isPrivate: boolean) => mutate({ conversationId, isPrivate }), [mutate]);
}
