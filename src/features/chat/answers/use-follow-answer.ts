import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import { apiClient } from '#src/api/api-client.ts';
import { errorCode } from '#src/lib/app-error.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { trpc } from '#src/api/trpc.ts';
import { onResume } from '#src/api/on-resume.ts';
import { applyToMessage } from './answer-events.ts';
import { followAnswer } from './follow-answer.ts';
import { useOutbox } from '../outbox/outbox-context.ts';

/** Says in the list that the answer is there, before the server says so too. */
function showEnded(utils: ReturnType<typeof trpc.useUtils>, conversationId: string): void {
  const assistantId = utils.chat.messages.getData({ conversationId })?.conversation.assistantId;
  if (assistantId === undefined) return;
  utils.chat.conversations.setData({ assistantId }, (list) =>
    list?.map((listed) => (listed.id === conversationId ? { ...listed, isStreaming: false } : listed)),
  );
  void utils.chat.conversations.invalidate({ assistantId });
}

/** Keeps a streaming answer in the query cache up to date: one just asked for, or one met on load or in a second tab. */
export function useFollowAnswer(conversationId: string | null, messageId: string | undefined): void {
  const utils = trpc.useUtils();
  const { answered } = useOutbox();
  useEffect(() => {
    if (conversationId === null || messageId === undefined) return;
    const key = { conversationId };
    const apply = (event: AnswerEvent) => {
      let isWhole = true;
      // What was read before the end would bring the growing answer back.
      if (event.type === 'end') void utils.chat.messages.cancel(key);
      utils.chat.messages.setData(key, (thread) => {
        if (!thread) return thread;
        const messages = applyToMessage(thread.messages, messageId, event);
        isWhole = messages !== 'gap';
        return messages === 'gap' || messages === thread.messages ? thread : { ...thread, messages };
      });
      return isWhole;
    };
    return followAnswer({
      subscribe: (offset, { onData, onError, onComplete, onFull }) =>
        apiClient.chat.follow.subscribe(
          { messageId, offset },
          {
            onData,
            onError: (error) => (errorCode(error) === 'TOO_MANY_STREAMS' ? onFull() : onError()),
            onComplete,
            // The link would try again by itself, from an offset that is old by then.
            onConnectionStateChange: ({ state, error }) => {
              if (state === 'connecting' && error) onError();
            },
          },
        ),
      length: () => utils.chat.messages.getData(key)?.messages.find(({ id }) => id === messageId)?.content.length ?? 0,
      apply,
      onEnd: () => {
        void utils.chat.messages.invalidate(key);
        void utils.usage.overview.invalidate();
        showEnded(utils, conversationId);
        answered(conversationId);
      },
      // The answer may have ended, or its conversation may be gone: the list of messages knows.
      onTrouble: () => void utils.chat.messages.invalidate(key),
      canOpen: () => onlineManager.isOnline() && !signedIn.state().isExpired,
      onResume,
    });
  }, [conversationId, messageId, utils, answered]);
}
