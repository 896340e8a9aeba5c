import { personalKey, type PersonalStore } from '#src/lib/personal-store.ts';

type DraftStore = Pick<PersonalStore, 'get' | 'set' | 'remove' | 'keys'>;

/** More than fits in a message, so that a long paste survives until it is shortened. */
export const DRAFT_MAX = 64_000;
/** With DRAFT_MAX this stays well below what browsers keep for a site; the oldest goes first. */
export const DRAFTS_MAX = 20;

/** Where the unsent text of a conversation is kept. A new conversation has one draft for each assistant. */
export function draftKey(userId: string, assistantId: string, conversationId: string | null): string {
  return personalKey(userId, 'draft', conversationId ?? `new-${assistantId}`);
}

// The time stands before the text, on a line of its own.
const timeOf = (kept: string | null) => Number.parseInt(kept ?? '', 10) || 0;

export function readDraft(store: DraftStore, key: string): string {
  const kept = store.get(key);
  return kept === null ? '' : kept.slice(kept.indexOf('\n') + 1);
}

/** Keeps a draft, or removes it when it is blank. */
export function writeDraft(store: DraftStore, key: string, text: string, now = Date.now()): void {
  if (text.trim() === '') {
    if (store.get(key) !== null) store.remove(key);
    return;
  }
  if (store.get(key) === null) makeRoom(store, key);
  store.set(key, `${now}\n${text.slice(0, DRAFT_MAX)}`);
}

function makeRoom(store: DraftStore, key: string): void {
  const others = store.keys(key.slice(0, key.lastIndexOf(':') + 1));
  const oldestFirst = others.toSorted((a, b) => timeOf(store.get(a)) - timeOf(store.get(b)));
  for (const old of oldestFirst.slice(0, Math.max(0, others.length - DRAFTS_MAX + 1))) store.remove(old);
}

/** Gives text back to a box, before what was typed there since. */
export function putBackDraft(store: DraftStore, key: string, text: string): void {
  const typedSince = readDraft(store, key);
  writeDraft(store, key, typedSince === '' ? text : `${text}\n\n${typedSince}`);
}
