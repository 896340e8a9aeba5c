import { useCallback, useState } from 'react';
import { randomId } from '#src/lib/random-id.ts';

/** Where the view begins: this many pixels below its top is the top of this message. */
export type Place = {
  messageId: string;
  offset: number;
  isLinked: boolean;
  /** The linked message's version has been requested. That happens once: then the person's choice counts. */
  isChosen?: true;
};
/** One opening of a conversation. The list of messages begins anew with each. */
type Opening = { key: string; conversationId: string | null; linkedId: string | null; place: Place | null };

/** How far below the top of the view a linked message is, in pixels. */
export const LINKED_PX = 16;

/** The places in conversations that were left while their end was out of view, for as long as the page is open. */
const left = new Map<string, Place>();

/** Remembers where a conversation is being read, or with null that it is at its end. */
export function rememberPlace(conversationId: string, place: Omit<Place, 'isLinked'> | null): void {
  if (place) left.set(conversationId, { ...place, isLinked: false });
  else left.delete(conversationId);
}

/** A conversation that is opened now. */
export function open(conversationId: string | null, linkedId: string | null): Opening {
  const linked = linkedId === null ? null : { messageId: linkedId, offset: LINKED_PX, isLinked: true };
  const place = conversationId === null ? null : (linked ?? left.get(conversationId) ?? null);
  return { key: randomId(), conversationId, linkedId, place };
}

/** The opening that is shown from now on, or the one that was. */
export function next(opening: Opening, conversationId: string | null, linkedId: string | null): Opening {
  if (conversationId !== opening.conversationId) return open(conversationId, linkedId);
  if (linkedId === opening.linkedId) return opening;
  // A message that the URL no longer names stays in view.
  return linkedId === null ? { ...opening, linkedId } : open(conversationId, linkedId);
}

/** This conversation at another place, unless the person has gone to another one meanwhile. */
export function atPlaceIn(opening: Opening, conversationId: string | null, place: Place): Opening {
  if (opening.conversationId !== conversationId) return opening;
  return { ...open(conversationId, null), linkedId: opening.linkedId, place };
}

/** Whether the linked message's version has yet to be shown: the message isn't among those loaded first. */
export function isLinkHidden(place: Place | null, messages: readonly { id: string }[]): boolean {
  return place?.isLinked === true && !place.isChosen && !messages.some(({ id }) => id === place.messageId);
}

/**
 * Where a conversation opens: at a message that a link names, where it was left, or at its end. `onUnlink` takes the linked message out of
 * the URL.
 */
export function useOpening(conversationId: string | null, linkedId: string | null, onUnlink: () => void) {
  const [shown, setShown] = useState(() => open(conversationId, linkedId));
  const opening = next(shown, conversationId, linkedId);
  if (opening !== shown) setShown(opening);

  /** Opens at the linked message again, if this is the one. */
  const again = useCallback(
    (messageId: string | null) => {
      if (messageId !== null && messageId === linkedId) setShown(open(conversationId, linkedId));
    },
    [conversationId, linkedId],
  );
  /** The person has left the linked message. */
  const leaveLink = useCallback(() => {
    if (linkedId !== null) onUnlink();
  }, [linkedId, onUnlink]);
  /** Opens the end. */
  const atEnd = useCallback(() => {
    if (conversationId !== null) rememberPlace(conversationId, null);
    setShown({ ...open(conversationId, null), linkedId });
    leaveLink();
  }, [conversationId, linkedId, leaveLink]);
  /** Opens the conversation at another place. */
  const atPlace = useCallback(
    (place: Place) => setShown((now) => atPlaceIn(now, conversationId, place)),
    [conversationId],
  );
  return { opening, again, leaveLink, atEnd, atPlace };
}
