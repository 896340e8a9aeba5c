import { localDisk } from './local-disk.ts';

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'tenfold';

/** The key of something that belongs to one person of this browser. */
export function personalKey(userId: string, ...parts: string[]): string {
  return [PREFIX, userId, ...parts].join(':');
}

/**
 * What this browser keeps for a person beyond a reload, a crash or an ended session. A store that is full or forbidden
 * costs nothing on the screen: what it refuses stays in memory for as long as the page lives.
 */
export function createPersonalStore(disk: Kept | null) {
  const memory = new Map<string, string>();
  const listeners = new Set<() => void>();
  let version = 0;

  const tell = () => {
    version += 1;
    for (const listener of listeners) listener();
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
      // Nothing was kept there.
    }
    tell();
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
      tell();
    },
    remove,
    keys,
    /** Leaves nothing of this person behind. */
    forget: (userId: string): void => {
      for (const key of keys(personalKey(userId, ''))) remove(key);
    },
    /** Another tab has changed the disk. */
    reread: (key: string | null): void => {
      if (key === null) memory.clear();
      else memory.delete(key);
      tell();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Changes with every change, for React. */
    version: () => version,
  };
}
export type PersonalStore = ReturnType<typeof createPersonalStore>;

/** The store of this browser. */
export const personalStore = createPersonalStore(typeof window === 'undefined' ? null : localDisk());
if (typeof window !== 'undefined') window.addEventListener('storage', ({ key }) => personalStore.reread(key));
