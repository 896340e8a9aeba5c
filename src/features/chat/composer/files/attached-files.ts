import type { UploadScope } from '#contract/brain/sources.ts';
import { ATTACHED_MAX } from '#contract/chat/chat.ts';
import type { PersonalStore } from '#src/lib/storage/personal-store.ts';
import type { AttachedFile } from '../../outbox/outbox.ts';

type FileStore = Pick<PersonalStore, 'get' | 'set' | 'remove'>;

/** A file that the server has, beside a message that isn't sent yet. `id` is its source. */
export type FileTag = AttachedFile & {
  /** While it is being read, the message waits. */
  state: 'reading' | 'ready' | 'failed';
  /** Why it couldn't be read, in a sentence. */
  problem: string | null;
  /** When the server got it. */
  at: number;
  /** Whether the whole team is to have it, or only this chat. */
  scope: UploadScope;
  /** Whether the whole team has it already; null until the server has been asked. */
  isInBrain: boolean | null;
  /** Whether it was there before it was attached: it stays if it's taken off the message. */
  isKnown: boolean;
};
type NewTag = AttachedFile & Partial<Pick<FileTag, 'isInBrain' | 'isKnown'>>;

export function readTags(store: FileStore, key: string): FileTag[] {
  try {
    const stored = JSON.parse(store.get(key) ?? '[]') as Partial<FileTag>[]; // reason: checked field by field below
    return stored.flatMap(({ id, name, state, problem = null, at = 0, ...rest }) => {
      if (typeof id !== 'string' || typeof name !== 'string' || state === undefined) return [];
      const { scope = 'chat', isInBrain = null, isKnown = false } = rest;
      return [{ id, name, state, problem, at, scope, isInBrain, isKnown }];
    });
  } catch {
    return [];
  }
}

/** Does nothing if they are stored as they are already. */
export function writeTags(store: FileStore, key: string, tags: readonly FileTag[]): void {
  const stored = JSON.stringify(tags.slice(0, ATTACHED_MAX));
  if (stored === (store.get(key) ?? '[]')) return;
  if (tags.length === 0) store.remove(key);
  else store.set(key, stored);
}

export function addTag(store: FileStore, key: string, added: NewTag): void {
  const { id, name, isInBrain = null, isKnown = false } = added;
  const others = readTags(store, key).filter((tag) => tag.id !== id);
  // One answer is for all files of the message.
  const scope = others.some((tag) => tag.scope === 'team') ? 'team' : 'chat';
  const tag = { id, name, state: 'reading', problem: null, at: Date.now(), scope, isInBrain, isKnown } as const;
  writeTags(store, key, [...others, tag]);
}

/** Who is to have the files of a message. */
export function chooseScope(store: FileStore, key: string, scope: UploadScope): void {
  writeTags(
    store,
    key,
    readTags(store, key).map((tag) => ({ ...tag, scope })),
  );
}

export function removeTag(store: FileStore, key: string, id: string): void {
  writeTags(
    store,
    key,
    readTags(store, key).filter((tag) => tag.id !== id),
  );
}

/** Moves the attachments of a deleted conversation, processed or not, ahead of those in another one. */
export function moveTags(store: FileStore, from: string, to: string): void {
  writeTags(store, to, [...readTags(store, from), ...readTags(store, to)]);
  writeTags(store, from, []);
}

/** Returns the files of a message that wasn't sent to where it was written. They have been read. */
export function restoreTags(store: FileStore, key: string, files: readonly AttachedFile[]): void {
  const typedSince = readTags(store, key).filter(({ id }) => !files.some((file) => file.id === id));
  const fresh = { state: 'ready', problem: null, at: Date.now(), scope: 'chat', isInBrain: null } as const;
  // We can't tell anymore whether they existed before, so removing one from the message doesn't delete it.
  const restored = files.map((file): FileTag => ({ ...file, ...fresh, isKnown: true }));
  writeTags(store, key, [...restored, ...typedSince]);
}
