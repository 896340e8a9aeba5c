import { onlineManager } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { apiClient } from '#src/api/api-client.ts';
import { errorCode, toastError } from '#src/lib/app-error.ts';
import { connection } from '#src/api/connection.ts';
import { createListeners } from '#src/lib/listeners.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { HAS_OWN_QUEUE } from '#src/api/own-queue.ts';
import { loadChecks } from '#src/domain/session/session.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { onTabMessage, type StartedTurn } from '#src/api/tabs.ts';
import { trpc } from '#src/api/trpc.ts';
import { onResume } from '#src/api/on-resume.ts';
import { privateStartKey, setPrivateStart } from '../privacy/private-start.ts';
import { explainRefusal } from './explain-refusal.ts';
import { inOneTab } from './one-tab.ts';
import { OutboxContextProvider, type Outbox, type Refusal } from './outbox-context.ts';
import { createOutboxSender, type OutboxSender } from './outbox-sender.ts';
import { listOutgoing, removeOutgoing, type Outgoing } from './outbox.ts';
import { restoreMessages } from './restore-messages.ts';
import { showTurn } from './show-turn.ts';
import { announceTurn } from './turn-events.ts';

/** A send without an answer for this long is repeated, with the same id. */
const SEND_MS = 20_000;

async function send({ id, assistantId, conversationId, text, files, replaces, isPrivate }: Outgoing) {
  try {
    const sources = files.length > 0 ? files.map((file) => file.id) : undefined;
    const input = { id, assistantId, conversationId, text, replaces, isPrivate, sources };
    return await apiClient.chat.send.mutate(input, { signal: AbortSignal.timeout(SEND_MS), context: HAS_OWN_QUEUE });
  } catch (error) {
    // Covers calls that timed out, too, which nothing else notices.
    if (errorCode(error) === null) connection.check();
    throw error;
  }
}

/** The server has the conversation, and remembers from here on whether it is private. */
function settlePrivacy(userId: string, sent: Outgoing, { conversation }: StartedTurn, onSet: () => void): void {
  setPrivateStart(personalStore, privateStartKey(userId, sent), false);
  // A repeated message finds the conversation as its first try began it.
  if (sent.isPrivate === conversation.isPrivate) return;
  const wanted = { conversationId: conversation.id, isPrivate: sent.isPrivate };
  void apiClient.chat.setPrivate.mutate(wanted).then(onSet, toastError);
}

/** Sends this person's outbox from whichever page they're on, and shows turns that other tabs begin. */
export function OutboxProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const utils = trpc.useUtils();
  const sender = useRef<OutboxSender>(null);
  const [refusals] = useState(createListeners<[Refusal]>);
  const lock = `tenfold-outbox-${userId}`;

  useEffect(() => {
    const running = createOutboxSender({
      userId,
      store: personalStore,
      canSend: () => onlineManager.isOnline() && !signedIn.state().isExpired,
      confirmPerson: async () => {
        const who = await (await loadChecks()).checkPerson();
        if (who === 'signed-out') signedIn.expire('sign-in');
        return who === 'same';
      },
      send,
      exclusively: (work) => inOneTab(lock, work),
      onSent: async (sent, turn) => {
        await showTurn(utils, turn, sent.conversationId === null);
        announceTurn({ sentId: sent.id, turn });
        if (sent.conversationId === null)
          settlePrivacy(userId, sent, turn, () => void utils.chat.messages.invalidate());
      },
      onBusy: ({ conversationId }) => {
        if (conversationId !== null) void utils.chat.messages.invalidate({ conversationId });
      },
      onRefused: (refused, error) => {
        const conversationId = refused[0]?.conversationId;
        const thread = conversationId ? utils.chat.messages.getData({ conversationId }) : undefined;
        restoreMessages({ userId, wasPrivate: thread?.conversation.isPrivate === true }, refused, error);
        void utils.usage.overview.invalidate();
        if (conversationId) void utils.chat.messages.invalidate({ conversationId });
        let isExplained = false;
        refusals.notify({ refused, error, markExplained: () => void (isExplained = true) });
        if (!isExplained) explainRefusal(error, refused[0]);
      },
    });
    sender.current = running;
    const stopOnResume = onResume((cause) => cause === 'reconnected' && running.retryNow());
    const stopTabMessages = onTabMessage((message) => {
      if (message.type === 'turn' && message.userId === userId) void showTurn(utils, message.turn, false);
    });
    return () => {
      running.close();
      stopOnResume();
      stopTabMessages();
    };
  }, [userId, utils, refusals, lock]);

  const outbox = useMemo(
    (): Outbox => ({
      answered: (conversationId) => sender.current?.answered(conversationId),
      takeBack: async (outgoing) => {
        const takeBack = () => {
          const isWaiting = listOutgoing(personalStore, userId).some(({ id }) => id === outgoing.id);
          if (isWaiting) {
            removeOutgoing(personalStore, userId, outgoing.id);
            restoreMessages({ userId }, [outgoing], null);
          }
          return Promise.resolve(isWaiting);
        };
        // No other tab is sending it while this runs.
        return await inOneTab(lock, takeBack, () => Promise.resolve(false));
      },
      onRefusal: refusals.subscribe,
    }),
    [userId, refusals, lock],
  );
  return <OutboxContextProvider value={outbox}>{children}</OutboxContextProvider>;
}
