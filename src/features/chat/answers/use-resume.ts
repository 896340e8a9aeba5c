import { useCallback, useRef } from 'react';
import type { ResumeMode } from '#contract/chat/chat.ts';
import { errorCode } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import { explainRefusal } from '../outbox/explain-refusal.ts';
import { randomId } from '#src/lib/random-id.ts';
import { showTurn } from '../outbox/show-turn.ts';
import { announceTurn } from '../outbox/turn-events.ts';

/** How many times an unanswered request is retried, with the same id. */
const REPEATS = 3;

/**
 * Resumes an answer that ended early, in place: from the start, or where it broke off. Returns whether it was sent.
 * `explainsRefusal` is true if it has said why the server refused.
 */
export function useResume(conversationId: string | null, explainsRefusal: (error: unknown) => boolean) {
  const utils = trpc.useUtils();
  const isUnderWay = useRef(false);
  const { mutate, variables, isPending } = trpc.chat.resume.useMutation({
    retry: (failures, error) => failures < REPEATS && errorCode(error) === null,
    onSuccess: async (turn) => {
      await showTurn(utils, turn, false);
      announceTurn({ sentId: null, turn });
    },
    onError: (error) => {
      if (!explainsRefusal(error)) explainRefusal(error);
      void utils.usage.overview.invalidate();
      if (conversationId !== null) void utils.chat.messages.invalidate({ conversationId });
      if (conversationId !== null) void utils.chat.hits.invalidate({ conversationId });
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const resume = useCallback(
    (messageId: string, mode: ResumeMode) => {
      if (isUnderWay.current) return false;
      isUnderWay.current = true;
      mutate({ id: randomId(), messageId, mode });
      return true;
    },
    [mutate],
  );
  return { resume, resumingId: isPending ? variables.messageId : undefined };
}
