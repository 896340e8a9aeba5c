import { useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * For what needs the app, on pages that arrive without it: `<form {...useDeferredHydration()} onSubmit={…}>`. The mark goes as soon as
 * React answers for this element, and then the hydration loader repeats what was asked of it before.
 */
export function useDeferredHydration(): { 'data-needs-hydration'?: '' } {
  const [isHydrated, setIsHydrated] = useState(useHydrated());
  // Together with what the effects inside find, such as words that were typed before: what is done again has to know of them.
  // oxlint-disable-next-line react/set-state-in-effect -- reason: only the browser gets here, and the server has drawn the mark
  useEffect(() => setIsHydrated(true), []);
  return isHydrated ? {} : { 'data-needs-hydration': '' };
}
