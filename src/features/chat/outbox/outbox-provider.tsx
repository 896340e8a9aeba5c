import { onlineManager } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { apiClient } from '#src/api/api-client.ts';
import { errorCode } from '#src/lib/app-error.ts';
import { connection } from '#src/api/connection.ts';
import { personalStore } from '#src/lib/personal-store.ts';
import { HAS_OWN_QUEUE } from '#src/api/own-queue.ts';
import { checkPerson } from '#src/domain/session/session.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { onTabNews } from '#src/api/tabs.ts';
import { trpc } from '#src/api/trpc.ts';
import { onResume } from '#src/api/on-resume.ts';
import { explainRefusal } from './explain-refusal.ts';
import { inOneTab } from './one-tab.ts';
import { OutboxContextProvider, type Outbox, type Refusal } from './outbox-context.ts';
import { createOutboxSender, type OutboxSender } from './outbox-sender.ts';
import { listOutgoing, removeOutgoing, type Outgoing } from './outbox.ts';
import { putBack } from './put-back.ts';
import { showTurn } from './show-turn.ts';
import { announceTurn } from './turn-news.ts';

/** A send without an answer for this long is made again, with the same id. */
const SEND_MS = 20_000;

async function send({ id, assistantId, conversationId, text }: Outgoing) {
  try {
    const input = { id, assistantId, conversationId, text };
    return await apiClient.chat.send.mutate(input, { signal: AbortSignal.timeout(SEND_MS), context: HAS_OWN_QUEUE });
  } catch (error) {
    // Also for a call that ran out of time, which nobody else notices.
    if (errorCode(error) === null) connection.check();
    throw error;
  }
}

/** Sends what this person's outbox holds, on whichever page they are, and shows turns that other tabs begin. */
export function OutboxProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const utils = trpc.useUtils();
  const sender = useRef<OutboxSender>(null);
  const [listeners] = useState(() => new Set<(refusal: Refusal) => void>());
  const lock = `tenfold-outbox-${userId}`;

  useEffect(() => {
    const running = createOutboxSender({
      userId,
      store: personalStore,
      canSend: () => onlineManager.isOnline() && !signedIn.state().isExpired,
      confirmPerson: async () => {
        const who = await checkPerson();
        if (who === 'nobody') signedIn.expire('sign-in');
        return who === 'same';
      },
      send,
      exclusively: (work) => inOneTab(lock, work),
      onSent: async (sent, turn) => {
        await showTurn(utils, turn, sent.conversationId === null);
        announceTurn({ sentId: sent.id, turn });
      },
      onBusy: ({ conversationId }) => {
        if (conversationId !== null) void utils.chat.messages.invalidate({ conversationId });
      },
      onRefused: (refused, error) => {
        putBack(userId, refused, error);
        explainRefusal(error, refused[0]?.conversationId === null);
        void utils.usage.overview.invalidate();
        const conversationId = refused[0]?.conversationId;
        if (conversationId) void utils.chat.messages.invalidate({ conversationId });
        for (const listener of listeners) listener({ refused, error });
      },
    });
    sender.current = running;
    const stopListening = onResume((cause) => cause === 'reconnected' && running.wake());
    const stopHearing = onTabNews((news) => {
      if (news.type === 'turn' && news.userId === userId) void showTurn(utils, news.turn, false);
    });
    return () => {
      running.close();
      stopListening();
      stopHearing();
    };
  }, [userId, utils, listeners, lock]);

  const outbox = useMemo(
    (): Outbox => ({
      answered: (conversationId) => sender.current?.answered(conversationId),
      takeBack: async (outgoing) => {
        const takeBack = () => {
          const isWaiting = listOutgoing(personalStore, userId).some(({ id }) => id === outgoing.id);
          if (isWaiting) {
            removeOutgoing(personalStore, userId, outgoing.id);
            putBack(userId, [outgoing], null);
          }
          return Promise.resolve(isWaiting);
        };
        // Nobody is sending it while this runs.
        return await inOneTab(lock, takeBack, () => Promise.resolve(false));
      },
      onRefusal: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    }),
    [userId, listeners, lock],
  );
  return <OutboxContextProvider value={outbox}>{children}</OutboxContextProvider>;
}
