import { useEffect } from 'react';
import type { AnswerEvent } from '#contract/chat/chat.ts';
import { live } from '#src/api/live/live.ts';
import { trpc } from '#src/api/trpc.ts';
import { applyToMessage } from './answer-events.ts';
import { useOutbox } from '../outbox/outbox-context.ts';

/** Marks the conversation's answer as ended in the list, before the server confirms it. */
function showEnded(utils: ReturnType<typeof trpc.useUtils>, conversationId: string): void {
  const assistantId = utils.chat.messages.getData({ conversationId })?.conversation.assistantId;
  if (assistantId === undefined) return;
  utils.chat.conversations.setData({ assistantId }, (list) =>
    list?.map((listed) => (listed.id === conversationId ? { ...listed, isStreaming: false } : listed)),
  );
  void utils.chat.conversations.invalidate({ assistantId });
}

/** Keeps a streaming answer in the query cache up to date: one just requested, or one found on load or in a second tab. */
export function useFollowAnswer(conversationId: string | null, messageId: string | undefined): void {
  const utils = trpc.useUtils();
  const { answered } = useOutbox();
  useEffect(() => {
    if (conversationId === null || messageId === undefined) return;
    const key = { conversationId };
    const read = () => void utils.chat.messages.invalidate(key);
    const apply = (event: AnswerEvent) => {
      let isWhole = true;
      utils.chat.messages.setData(key, (thread) => {
        if (!thread) return thread;
        const messages = applyToMessage(thread.messages, messageId, event);
        isWhole = messages !== 'gap';
        return messages === 'gap' || messages === thread.messages ? thread : { ...thread, messages };
      });
      return isWhole;
    };
    const end = () => {
      read();
      void utils.chat.hits.invalidate(key);
      void utils.usage.overview.invalidate();
      showEnded(utils, conversationId);
      answered(conversationId);
    };
    return live.follow({
      messageId,
      position: () => {
        const answer = utils.chat.messages.getData(key)?.messages.find(({ id }) => id === messageId);
        return { attempt: answer?.attempt ?? 0, offset: answer?.content.length ?? 0 };
      },
      onEvent: (event) => {
        if (event.type === 'refused') read();
        // A read from before the end would restore the unfinished answer.
        else if (event.type === 'end') void utils.chat.messages.cancel(key);
        if (event.type !== 'refused' && !apply(event)) return false;
        if (event.type === 'end') end();
        return true;
      },
      // The answer may have ended, or its conversation may be gone: reading the messages tells.
      onTrouble: read,
    });
  }, [conversationId, messageId, utils, answered]);
}
