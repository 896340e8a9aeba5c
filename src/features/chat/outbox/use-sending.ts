import { useCallback, useEffect, useRef, useState } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { TOASTS } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { toast } from '#src/lib/toast.ts';
import { randomId } from '#src/lib/random-id.ts';
import { findUnsent, isConversationGone } from './explain-refusal.ts';
import { useOutbox } from './outbox-context.ts';
import { addOutgoing, createOpeningMessages, isSameThread, OUTBOX_FULL, type Outgoing } from './outbox.ts';
import { onTurn } from './turn-events.ts';
import { useOfferUpgrade } from './use-offer-upgrade.ts';
import { useOutgoing } from './use-outgoing.ts';
import { useStop } from '../answers/use-stop.ts';
import type { Thread } from '../chat-types.ts';

type Options = {
  userId: string;
  assistant: Assistant;
  /** As the URL says. */
  conversationId: string | null;
  /** The new conversation of this tab. */
  start: string;
  onSelect: (conversationId: string | null) => void;
  /** Whether the new conversation is to be private. */
  isPrivateStart: () => boolean;
};

const FIRST_VERSION = { files: [], replaces: null, isAgain: false };

const isPrivateIn = (thread: Thread | undefined): boolean => thread?.conversation.isPrivate ?? true;

/**
 * Sends the text in the box, as soon as we know that the open conversation is this teammate's: a link may point to one
 * of another teammate, and then the text stays in the box for that teammate.
 */
export function useSendOnceKnown(draft: string, isKnown: boolean, send: () => void): () => void {
  const wanted = useRef<string | null>(null);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const isWanted = wanted.current === draft;
    // A pending send is dropped if the box changes, so reopening the old box doesn't send it.
    if (isKnown || !isWanted) wanted.current = null;
    if (isKnown && isWanted) latest.current();
  }, [isKnown, draft]);
  return () => {
    if (isKnown) send();
    else wanted.current = draft;
  };
}

/** Sends messages from one screen: each is in the outbox until the server has it, and the first one opens its conversation. */
export function useSending({ userId, assistant, conversationId, start, onSelect, isPrivateStart }: Options) {
  const { onRefusal } = useOutbox();
  const offerUpgrade = useOfferUpgrade(assistant);
  const { stop, isStopping } = useStop();
  const { messages: cached } = trpc.useUtils().chat;
  // A conversation just created by the first message; the URL follows a moment later.
  const [opened, setOpened] = useState<string | null>(null);
  if (conversationId !== null && opened !== null) setOpened(null);
  const openId = conversationId ?? opened;
  const select = useCallback(
    (id: string | null) => {
      setOpened(null);
      onSelect(id);
    },
    [onSelect],
  );
  const thread = { assistantId: assistant.id, conversationId: openId, start };
  const waiting = useOutgoing(userId, thread);

  const [opening] = useState(createOpeningMessages);
  const refused = useRef<Outgoing[]>([]);
  const stopWanted = useRef(new Set<string>());
  useEffect(() => opening.show(conversationId === null ? start : null, waiting));
  useEffect(
    () =>
      onTurn(({ sentId, turn }) => {
        // Stop was pressed before the server had answered.
        if (stopWanted.current.delete(sentId ?? turn.answer.id)) stop(turn.answer.id);
        // People who have navigated elsewhere aren't pulled back.
        if (sentId === null || !opening.has(sentId)) return;
        setOpened(turn.conversation.id);
        onSelect(turn.conversation.id);
      }),
    [onSelect, stop, opening],
  );
  useEffect(
    () =>
      onRefusal((refusal) => {
        refused.current = findUnsent(refusal.refused, refusal.error);
        if (offerUpgrade(refusal.error)) refusal.markExplained();
        // Its text is in the box of a new conversation by now.
        const [first] = refusal.refused;
        if (isConversationGone(first, refusal.error) && first?.conversationId === openId) select(null);
      }),
    [onRefusal, offerUpgrade, openId, select],
  );

  /** False if the message stays in the box. */
  const send = (text: string, rest: Partial<Pick<Outgoing, 'files' | 'replaces' | 'isAgain'>>): boolean => {
    const version = { ...FIRST_VERSION, ...rest };
    // If the same text is sent again after a refusal, the first may have arrived: the same id makes them one message.
    const again = refused.current.find(
      (message) => message.text === text && message.replaces === version.replaces && isSameThread(message, thread),
    );
    // Until we know, treat it as private.
    const isPrivate = openId === null ? isPrivateStart() : isPrivateIn(cached.getData({ conversationId: openId }));
    const isTaken = addOutgoing(personalStore, userId, {
      id: again?.id ?? randomId(),
      text,
      ...version,
      ...thread,
      isPrivate,
    });
    // Sending it once more after that is a new message.
    if (isTaken) refused.current = [];
    else toast.error({ ...TOASTS.error, text: OUTBOX_FULL });
    return isTaken;
  };
  const stopAnswer = (answerId: string | undefined, resumingId: string | undefined) => {
    const wanted = waiting[0]?.id ?? resumingId;
    if (answerId !== undefined) stop(answerId);
    else if (wanted !== undefined) stopWanted.current.add(wanted);
  };
  return { openId, waiting, send, stopAnswer, isStopping, select };
}
