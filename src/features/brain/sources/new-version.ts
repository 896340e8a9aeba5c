import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '#src/lib/listeners.ts';

/** The new version of a file that was just uploaded alone: what changes is shown once it has been read. */
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

/** Whether somebody types, or has a dialog open: another one would take the focus away from what they do. */
const isOccupied = () =>
  document.activeElement?.matches('input, textarea, select') || document.querySelector('[role=dialog]') !== null;

/** Calls `onRead` once for the new version that is awaited, when it has been read. */
export function useNewVersion(id: string, isRead: boolean, onRead: () => void): void {
  const isDue = useSyncExternalStore(newVersion.subscribe, newVersion.id, () => null) === id && isRead;
  useEffect(() => {
    if (!isDue) return;
    newVersion.end();
    if (!isOccupied()) onRead();
  }, [isDue, onRead]);
}
