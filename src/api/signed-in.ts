import { createListeners } from '#src/lib/listeners.ts';

export type Person = { id: string; email: string };
/** The step of signing in that a session is missing: all of it, or only the code of the second factor. */
export type MissingStep = 'sign-in' | 'code';
export type SignedInState = { person: Person | null; isExpired: boolean; missingStep: MissingStep | null };

/** Who this page belongs to, and whether their session ended while it was open. */
export function createSignedIn() {
  let state: SignedInState = { person: null, isExpired: false, missingStep: null };
  let isWatched = false;
  let times = 0;
  const { subscribe, notify } = createListeners();
  let waiting: (() => void)[] = [];

  const change = (next: SignedInState) => {
    state = next;
    notify();
  };

  return {
    state: () => state,
    subscribe,
    /** Someone has a session, from the start or again. */
    arrive: (person: Person): void => {
      const wasExpired = state.isExpired;
      if (wasExpired) times += 1;
      if (wasExpired || state.person?.id !== person.id) change({ person, isExpired: false, missingStep: null });
      if (!wasExpired) return;
      for (const resume of waiting) resume();
      waiting = [];
    },
    /** The server doesn't recognize this session, or not yet. False if nothing on screen can ask the person to fix it. */
    expire: (missingStep: MissingStep): boolean => {
      if (state.person === null || !isWatched) return false;
      if (state.missingStep !== missingStep) change({ ...state, isExpired: true, missingStep });
      return true;
    },
    leave: (): void => change({ person: null, isExpired: false, missingStep: null }),
    /** Registers a dialog that can ask. Returns the unregister function. */
    watch: () => {
      isWatched = true;
      return () => {
        isWatched = false;
      };
    },
    isWatched: () => isWatched,
    whenBack: async (): Promise<void> => {
      if (state.isExpired) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** How often a session was renewed on the page: distinguishes an old refusal from a new one. */
    renewals: () => times,
  };
}

export const signedIn = createSignedIn();
