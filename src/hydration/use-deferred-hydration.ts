import { useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * For elements that need the app, on pages that arrive without it: `<form {...useDeferredHydration()} onSubmit={…}>`. React
 * removes the mark when it takes over the element, and the hydration loader then repeats earlier actions on it.
 */
export function useDeferredHydration(): { 'data-needs-hydration'?: '' } {
  const [isHydrated, setIsHydrated] = useState(useHydrated());
  // In the same pass as the effects inside, such as one that reads text typed earlier: repeated actions depend on them.
  // oxlint-disable-next-line react/set-state-in-effect -- reason: effects run only in the browser, and the server rendered the mark
  useEffect(() => setIsHydrated(true), []);
  return isHydrated ? {} : { 'data-needs-hydration': '' };
}
