import { useCallback } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { toastError } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import type { OnDone } from './use-forget-taught.tsx';

const DONE = {
  on: { title: 'This chat is private now', text: 'Nothing you say here is learned or quoted in other chats.' },
  off: {
    title: 'This chat isn’t private anymore',
    text: 'Your team can learn from what you say from now on. What you said while it was private stays in this chat.',
  },
};

/** Makes a conversation private, or shared again. Optimistic: rolled back if the server refuses. */
export function useSetPrivate(assistantId: AssistantId, onDone: OnDone) {
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
    onSuccess: (taught, { conversationId, isPrivate }) => {
      const undo = () => mutate({ conversationId, isPrivate: !isPrivate });
      onDone({ ...DONE[isPrivate ? 'on' : 'off'], undo }, taught);
    },
    onError: toastError,
    onSettled: (_done, _error, { conversationId }) => {
      void utils.chat.messages.invalidate({ conversationId });
      void utils.chat.conversations.invalidate({ assistantId });
    },
  });
  return useCallback((conversationId: string, isPrivate: boolean) => mutate({ conversationId, isPrivate }), [mutate]);
}
