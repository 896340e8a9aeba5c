import { useEffect, type RefObject } from 'react';
import { personalKey, personalStore, type PersonalStore } from '#src/lib/storage/personal-store.ts';
import { readDraft, writeDraft } from './drafts.ts';

type Place = {
  userId: string;
  assistantId: string;
  /** The storage key of the box's unsent text. */
  key: string;
};

const BETWEEN = '\n\n';

function withoutEnd(text: string, end: string): string {
  if (text === end) return '';
  return end !== '' && text.endsWith(BETWEEN + end) ? text.slice(0, -(BETWEEN + end).length) : text;
}

/** Puts a request into the box of a new conversation: below the person's own words, in place of an earlier request that wasn't sent. */
export function prefill(
  store: Pick<PersonalStore, 'get' | 'set' | 'remove' | 'keys'>,
  { userId, assistantId, key }: Place,
  request: string,
): void {
  const filledKey = personalKey(userId, 'prefilled', assistantId);
  const unsent = readDraft(store, key);
  const earlier = store.get(filledKey) ?? '';
  const own = withoutEnd(unsent, earlier);
  writeDraft(store, key, own === '' ? request : own + BETWEEN + request);
  store.set(filledKey, request);
}

type PrefillProps = Omit<Place, 'key'> & {
  /** The storage key of the box's unsent text. */
  boxKey: string;
  /** The request in the page's address. */
  ask: string;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  /** Removes it from the address. */
  onTaken: () => void;
};

/** A link from another page can carry a request. It is only put into the box: the person sends it. */
export function Prefill({ userId, assistantId, boxKey, ask, boxRef, onTaken }: PrefillProps): null {
  useEffect(() => {
    prefill(personalStore, { userId, assistantId, key: boxKey }, ask);
    boxRef.current?.focus();
    onTaken();
  }, [userId, assistantId, boxKey, ask, boxRef, onTaken]);
  return null;
}
