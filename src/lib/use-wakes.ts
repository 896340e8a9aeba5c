import { useHydrated } from './use-hydrated.ts';

/**
 * For what needs the app, on pages that arrive without it: `<form {...useWakes()} onSubmit={…}>`. The mark goes as soon as
 * React answers for this element, and then the waker does again what was asked of it before.
 */
export function useWakes(): { 'data-wakes'?: '' } {
  return useHydrated() ? {} : { 'data-wakes': '' };
}
