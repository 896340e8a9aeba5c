import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '#src/lib/listeners.ts';

/** A new version of a file that was uploaded by itself: its changes are shown once it has been read. */
export function createNewVersion() {
  let awaited: string | null = null;
  const { subscribe, notify } = createListeners();
  const put = (id: string | null) => {
    awaited = id;
    notify();
  };
  return { expect: put, end: () => put(null), id: () => awaited, subscribe };
}
export const newVersion = createNewVersion();

/** Whether the owner is typing or has a dialog open: another dialog would take the focus. */
const isOccupied = () =>
  document.activeElement?.matches('input, textarea, select') || document.querySelector('[role=dialog]') !== null;

/** Calls `onRead` once, when this source is the awaited new version and has been read. */
export function useNewVersion(id: string, isRead: boolean, onRead: () => void): void {
  const isDue = useSyncExternalStore(newVersion.subscribe, newVersion.id, () => null) === id && isRead;
  useEffect(() => {
    if (!isDue) return;
    newVersion.end();
    if (!isOccupied()) onRead();
  }, [isDue, onRead]);
}
