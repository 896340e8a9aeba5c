import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import './connection.ts';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Whether the server can be reached. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );
}
