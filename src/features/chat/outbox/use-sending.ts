import { useCallback, useEffect, useRef, useState } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { TOASTS } from '#contract/texts.ts';
import { personalStore } from '#src/lib/personal-store.ts';
import { toast } from '#src/lib/toast.ts';
import { randomId } from '#src/lib/random-id.ts';
import { useOutbox } from './outbox-context.ts';
import { addOutgoing, isSameThread, OUTBOX_FULL, type Outgoing } from './outbox.ts';
import { tabId } from './tab-id.ts';
import { onTurn } from './turn-news.ts';
import { useOfferUpgrade } from './use-offer-upgrade.ts';
import { useOutgoing } from './use-outgoing.ts';
import { useStop } from '../answers/use-stop.ts';

type Options = {
  userId: string;
  assistant: Assistant;
  /** As the address says. */
  conversationId: string | null;
  onSelect: (conversationId: string | null) => void;
};

/** Sends messages from one screen: each stands in the outbox until the server has it, and opens its conversation if it is the first. */
export function useSending({ userId, assistant, conversationId, onSelect }: Options) {
  const { onRefusal } = useOutbox();
  const offerUpgrade = useOfferUpgrade(assistant);
  const { stop, isStopping } = useStop();
  // A conversation that has just come of the first message; the address follows a moment later.
  const [opened, setOpened] = useState<string | null>(null);
  if (conversationId !== null && opened !== null) setOpened(null);
  const openId = conversationId ?? opened;
  const thread = { assistantId: assistant.id, conversationId: openId };
  const waiting = useOutgoing({ userId, ...thread });

  const onScreen = useRef<Outgoing[]>([]);
  const refused = useRef<Outgoing[]>([]);
  const stopWanted = useRef(new Set<string>());
  useEffect(() => {
    onScreen.current = waiting;
  });
  useEffect(
    () =>
      onTurn(({ sentId, turn }) => {
        if (sentId === null) return;
        if (stopWanted.current.delete(sentId)) stop(turn.answer.id);
        // Someone who has gone elsewhere is not pulled back.
        const wasHere = onScreen.current.some((message) => message.id === sentId && message.conversationId === null);
        if (!wasHere) return;
        setOpened(turn.conversation.id);
        onSelect(turn.conversation.id);
      }),
    [onSelect, stop],
  );
  useEffect(
    () =>
      onRefusal((refusal) => {
        refused.current = refusal.refused;
        offerUpgrade(refusal.error);
      }),
    [onRefusal, offerUpgrade],
  );

  /** False when the message stays in the box. */
  const send = (text: string): boolean => {
    // The same words again after a refusal may have arrived the first time: the same id makes them one message.
    const again = refused.current.find((message) => message.text === text && isSameThread(message, thread));
    const isTaken = addOutgoing(personalStore, userId, {
      id: again?.id ?? randomId(),
      text,
      tab: tabId(),
      ...thread,
    });
    // Once more after that is a message of its own.
    if (isTaken) refused.current = [];
    else toast.error({ ...TOASTS.error, text: OUTBOX_FULL });
    return isTaken;
  };
  const stopAnswer = (answerId: string | undefined) => {
    const first = waiting[0];
    if (answerId !== undefined) stop(answerId);
    else if (first) stopWanted.current.add(first.id);
  };
  const select = useCallback(
    (id: string | null) => {
      setOpened(null);
      onSelect(id);
    },
    [onSelect],
  );
  return { openId, waiting, send, stopAnswer, isStopping, select };
}
