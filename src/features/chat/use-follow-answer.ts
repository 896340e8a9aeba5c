import { useEffect } from 'react';
import { apiClient } from '#src/lib/api-client.ts';
import { trpc } from '#src/lib/trpc.ts';
import { applyToMessage } from './answer-events.ts';
import { followAnswer } from './follow-answer.ts';

/** Keeps a streaming answer in the query cache up to date: one just asked for, or one met on load or in a second tab. */
export function useFollowAnswer(conversationId: string | null, messageId: string | undefined): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    if (conversationId === null || messageId === undefined) return;
    const key = { conversationId };
    return followAnswer({
      subscribe: (offset, reader) => apiClient.chat.follow.subscribe({ messageId, offset }, reader),
      length: () => utils.chat.messages.getData(key)?.messages.find(({ id }) => id === messageId)?.content.length ?? 0,
      apply: (event) => {
        let isWhole = true;
        utils.chat.messages.setData(key, (thread) => {
          if (!thread) return thread;
          const messages = applyToMessage(thread.messages, messageId, event);
          isWhole = messages !== 'gap';
          return messages === 'gap' || messages === thread.messages ? thread : { ...thread, messages };
        });
        return isWhole;
      },
      onEnd: () => {
        void utils.usage.overview.invalidate();
        void utils.chat.conversations.invalidate();
      },
      // The answer may have ended, or its conversation may be gone: the list of messages knows.
      onTrouble: () => void utils.chat.messages.invalidate(key),
    });
  }, [conversationId, messageId, utils]);
}
