import { useEffect } from 'react';
import { trpc } from '#src/api/trpc.ts';

/** Tells the server once a finished answer is on its owner's screen, and removes its marks. */
export function useMarkSeen(conversationId: string | null, hasNewAnswer: boolean): void {
  const utils = trpc.useUtils();
  const { mutate } = trpc.chat.markSeen.useMutation({
    onSuccess: (_done, key) => {
      const { assistantId } = utils.chat.messages.getData(key)?.conversation ?? {};
      utils.chat.messages.setData(key, (thread) => thread && { ...thread, hasNewAnswer: false });
      if (assistantId) void utils.chat.conversations.invalidate({ assistantId });
      void utils.chat.unread.invalidate();
    },
  });
  useEffect(() => {
    if (conversationId === null || !hasNewAnswer) return;
    const mark = () => document.visibilityState === 'visible' && mutate({ conversationId });
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [conversationId, hasNewAnswer, mutate]);
}
