import { createListeners } from '#src/lib/listeners.ts';

/** Asks a person to re-authenticate once, for all calls that wait for it. */
export function createReauthenticationGate() {
  let isAsking = false;
  let isWatched = false;
  let times = 0;
  const { subscribe, notify } = createListeners();
  let waiting: ((isReauthenticated: boolean) => void)[] = [];

  const change = (next: boolean) => {
    isAsking = next;
    notify();
  };

  return {
    isAsking: () => isAsking,
    subscribe,
    /** Registers a dialog that can ask. Returns the unregister function. */
    watch: () => {
      isWatched = true;
      return () => {
        isWatched = false;
      };
    },
    /** True once the person has re-authenticated; false if they canceled, or no dialog is registered. */
    ask: (): Promise<boolean> => {
      if (!isWatched) return Promise.resolve(false);
      if (!isAsking) change(true);
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** The dialog is done. */
    settle: (isReauthenticated: boolean): void => {
      if (isReauthenticated) times += 1;
      const all = waiting;
      waiting = [];
      if (isAsking) change(false);
      for (const resume of all) resume(isReauthenticated);
    },
    /** How often the person has re-authenticated here: distinguishes an old refusal from a new one. */
    count: () => times,
  };
}

export const reauthenticationGate = createReauthenticationGate();
