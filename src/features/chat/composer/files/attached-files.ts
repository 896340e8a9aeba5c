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
};

export function readTags(store: FileStore, key: string): FileTag[] {
  try {
    const stored = JSON.parse(store.get(key) ?? '[]') as Partial<FileTag>[]; // reason: checked field by field below
    return stored.flatMap(({ id, name, state, problem = null, at = 0 }) =>
      typeof id === 'string' && typeof name === 'string' && state !== undefined
        ? [{ id, name, state, problem, at }]
        : [],
    );
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

export function addTag(store: FileStore, key: string, { id, name }: AttachedFile): void {
  const others = readTags(store, key).filter((tag) => tag.id !== id);
  writeTags(store, key, [...others, { id, name, state: 'reading', problem: null, at: Date.now() }]);
}

export function removeTag(store: FileStore, key: string, id: string): void {
  writeTags(
    store,
    key,
    readTags(store, key).filter((tag) => tag.id !== id),
  );
}

/** Moves what is attached in a conversation that is gone, read or not, in front of what is attached in another one. */
export function moveTags(store: FileStore, from: string, to: string): void {
  writeTags(store, to, [...readTags(store, from), ...readTags(store, to)]);
  writeTags(store, from, []);
}

/** Returns the files of a message that wasn't sent to where it was written. They have been read. */
export function restoreTags(store: FileStore, key: string, files: readonly AttachedFile[]): void {
  const typedSince = readTags(store, key).filter(({ id }) => !files.some((file) => file.id === id));
  const restored = files.map((file): FileTag => ({ ...file, state: 'ready', problem: null, at: Date.now() }));
  writeTags(store, key, [...restored, ...typedSince]);
}
