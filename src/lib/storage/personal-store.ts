import { createListeners } from '../listeners.ts';
import { localStorageOrNull } from './local-storage.ts';
import type { PersonalEntry } from './stores.ts';

type Disk = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'tenfold';

/** What the keys of everything of one person begin with. */
const personPrefix = (userId: string): string => `${PREFIX}:${userId}:`;

/** The key of an entry that belongs to one person using this browser. */
export function personalKey(userId: string, entry: PersonalEntry, ...parts: string[]): string {
  return personPrefix(userId) + [entry, ...parts].join(':');
}

/**
 * What this browser stores for a person beyond a reload, a crash or an ended session. If the store is full or forbidden, the
 * screen isn't affected: the data stays in memory for the life of the page.
 */
export function createPersonalStore(disk: Disk | null) {
  const memory = new Map<string, string>();
  const changed = createListeners<[key: string | null]>();
  const versions = new Map<string, number>();
  // Without a key, anything may have changed.
  const isIn = (start: string, key: string | null) => key === null || key.startsWith(start);

  const notify = (key: string | null) => {
    for (const [start, version] of versions) if (isIn(start, key)) versions.set(start, version + 1);
    changed.notify(key);
  };
  const fromDisk = (key: string) => {
    try {
      return disk?.getItem(key) ?? null;
    } catch {
      return null;
    }
  };
  const keys = (start: string): string[] => {
    const found = new Set(memory.keys());
    const size = disk?.length ?? 0;
    for (let index = 0; index < size; index += 1) found.add(disk?.key(index) ?? '');
    return [...found].filter((key) => key.startsWith(start));
  };
  const remove = (key: string): void => {
    memory.delete(key);
    try {
      disk?.removeItem(key);
    } catch {
      // Nothing was stored there.
    }
    notify(key);
  };

  return {
    get: (key: string): string | null => memory.get(key) ?? fromDisk(key),
    set: (key: string, text: string): void => {
      try {
        if (disk === null) memory.set(key, text);
        else {
          disk.setItem(key, text);
          memory.delete(key);
        }
      } catch {
        memory.set(key, text);
      }
      notify(key);
    },
    remove,
    keys,
    /** Deletes everything stored for this person. */
    forget: (userId: string): void => {
      for (const key of keys(personPrefix(userId))) remove(key);
    },
    /** Another tab has changed the storage. */
    reread: (key: string | null): void => {
      if (key === null) memory.clear();
      else memory.delete(key);
      notify(key);
    },
    /** Reports changes to entries whose key begins with `start`. */
    subscribe: (start: string, listener: () => void) => changed.subscribe((key) => isIn(start, key) && listener()),
    /** Increases with every such change, for what is worked out from many entries. */
    version: (start: string): number => {
      const version = versions.get(start) ?? 0;
      versions.set(start, version);
      return version;
    },
  };
}
export type PersonalStore = ReturnType<typeof createPersonalStore>;

/** The store of this browser. */
export const personalStore = createPersonalStore(typeof window === 'undefined' ? null : localStorageOrNull());
if (typeof window !== 'undefined') window.addEventListener('storage', ({ key }) => personalStore.reread(key));
