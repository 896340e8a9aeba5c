export type Person = { id: string; email: string };
/** What a session lacks: all of it, or only the second factor. */
export type Lack = 'sign-in' | 'code';
export type SignedInState = { person: Person | null; isExpired: boolean; lacks: Lack | null };

/** Who this page belongs to, and whether their session has ended under their hands. */
export function createSignedIn() {
  let state: SignedInState = { person: null, isExpired: false, lacks: null };
  let isWatched = false;
  let times = 0;
  const listeners = new Set<() => void>();
  let waiting: (() => void)[] = [];

  const change = (next: SignedInState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Someone has a session, from the start or again. */
    arrive: (person: Person): void => {
      const wasExpired = state.isExpired;
      if (wasExpired) times += 1;
      if (wasExpired || state.person?.id !== person.id) change({ person, isExpired: false, lacks: null });
      if (!wasExpired) return;
      for (const goOn of waiting) goOn();
      waiting = [];
    },
    /** The server knows this session no more, or not yet. False where nothing on screen can ask the person to put it right. */
    expire: (lacks: Lack): boolean => {
      if (state.person === null || !isWatched) return false;
      if (state.lacks !== lacks) change({ ...state, isExpired: true, lacks });
      return true;
    },
    leave: (): void => change({ person: null, isExpired: false, lacks: null }),
    /** Says that a dialog stands ready to ask. Returns what takes it back. */
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
    /** How often a session was renewed in place: tells an old refusal from a new one. */
    renewals: () => times,
  };
}

export const signedIn = createSignedIn();
