import type { AssistantId } from '#contract/chat/assistants.ts';
import { personalKey, type PersonalStore } from '#src/lib/storage/personal-store.ts';
import { threadOf, type ThreadKey } from '../outbox/outbox.ts';

type DraftStore = Pick<PersonalStore, 'get' | 'set' | 'remove' | 'keys'>;

/** More than fits in a message, so that a long paste survives until it is shortened. */
export const DRAFT_MAX = 64_000;
/** Together with DRAFT_MAX this stays well below browsers' storage quota; the oldest is dropped first. */
export const DRAFTS_MAX = 20;

/** The storage key of a conversation's unsent text, also of one that hasn't begun yet. */
export function draftKey(userId: string, thread: ThreadKey): string {
  return personalKey(userId, 'draft', threadOf(thread));
}

/** The storage key of the files that come with it. */
export function filesKey(userId: string, thread: ThreadKey): string {
  return personalKey(userId, 'files', threadOf(thread));
}

// The time comes before the text, on its own line.
const timeOf = (stored: string | null) => Number.parseInt(stored ?? '', 10) || 0;

export function readDraft(store: DraftStore, key: string): string {
  const stored = store.get(key);
  return stored === null ? '' : stored.slice(stored.indexOf('\n') + 1);
}

/** The new conversations with one assistant that have unsent text, newest first. */
export function startsWithDrafts(store: DraftStore, userId: string, assistantId: AssistantId): string[] {
  const prefix = draftKey(userId, { assistantId, conversationId: null, start: '' });
  const newestFirst = store.keys(prefix).toSorted((a, b) => timeOf(store.get(b)) - timeOf(store.get(a)));
  return newestFirst.map((key) => key.slice(prefix.length));
}

/** Saves a draft, or removes it when it's blank. */
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

/** Returns text to a box, before what was typed there since. */
export function restoreDraft(store: DraftStore, key: string, text: string): void {
  const typedSince = readDraft(store, key);
  writeDraft(store, key, typedSince === '' ? text : `${text}\n\n${typedSince}`);
}
