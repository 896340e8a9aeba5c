import { useSyncExternalStore } from 'react';

const nothingToWatch = () => () => undefined;

/** False in the server's HTML, true as soon as the page can handle a click. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  );
}
