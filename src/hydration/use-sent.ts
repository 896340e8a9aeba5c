import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** Going back shows the browser's copy of the page, even if things have changed since. */
function isFromHistory(): boolean {
  const [arrival] = performance.getEntriesByType('navigation');
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'back_forward';
}

/**
 * What a loader on the server sent with the page, such as who is signed in; it saves the page's first call. Null if that may be
 * out of date: after a navigation in the browser, or on a page from its history. The same for as long as the page is mounted.
 */
export function useSent<Data>(data: Data | null): Data | null {
  const isHydrated = useHydrated();
  const [sent] = useState(() => (isHydrated || (!import.meta.env.SSR && isFromHistory()) ? null : data));
  return sent;
}
