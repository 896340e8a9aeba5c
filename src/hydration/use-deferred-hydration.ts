import { useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/**
 * For what needs the app, on pages that arrive without it: `<form {...useWakes()} onSubmit={…}>`. The mark goes as soon as
 * React answers for this element, and then the waker does again what was asked of it before.
 */
export function useWakes(): { 'data-wakes'?: '' } {
  const [isAwake, setIsAwake] = useState(useHydrated());
  // Together with what the effects inside find, such as words that were typed before: what is done again has to know of them.
  // oxlint-disable-next-line react/set-state-in-effect -- reason: only the browser gets here, and the server has drawn the mark
  useEffect(() => setIsAwake(true), []);
  return isAwake ? {} : { 'data-wakes': '' };
}
