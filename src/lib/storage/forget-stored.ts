import { personalStore } from './personal-store.ts';

/** Deletes everything that this browser keeps of a person, and what was kept before they signed in (SESSION-6). */
export function forgetStored(userId: string): void {
  personalStore.forget(userId);
  for (const where of ['localStorage', 'sessionStorage'] as const) {
    try {
      // Those of a person have their id and another colon.
      for (const key of Object.keys(window[where])) if (/^tenfold:[^:]+$/.test(key)) window[where].removeItem(key);
    } catch {
      // A store that is forbidden keeps nothing.
    }
  }
}
