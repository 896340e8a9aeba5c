import { useCallback, useSyncExternalStore } from 'react';
import { personalStore } from './personal-store.ts';

/** What `read` finds in this browser's store, rendered again when an entry changes whose key begins with `start`. */
export function usePersonalStore<T>(start: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => personalStore.subscribe(start, listener), [start]);
  return useSyncExternalStore(subscribe, read);
}
