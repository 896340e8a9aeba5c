/** Where a person is asked to prove who they are, for everything that waits for it. */
export function createProofGate() {
  let isAsking = false;
  let isWatched = false;
  let times = 0;
  const listeners = new Set<() => void>();
  let waiting: ((isProved: boolean) => void)[] = [];

  const change = (next: boolean) => {
    isAsking = next;
    for (const listener of listeners) listener();
  };

  return {
    isAsking: () => isAsking,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Says that a dialog stands ready to ask. Returns what takes it back. */
    watch: () => {
      isWatched = true;
      return () => {
        isWatched = false;
      };
    },
    /** True once the person has proved who they are; false when they would not, or nobody can ask them. */
    ask: (): Promise<boolean> => {
      if (!isWatched) return Promise.resolve(false);
      if (!isAsking) change(true);
      return new Promise((resolve) => waiting.push(resolve));
    },
    /** The dialog is done. */
    settle: (isProved: boolean): void => {
      if (isProved) times += 1;
      const all = waiting;
      waiting = [];
      if (isAsking) change(false);
      for (const goOn of all) goOn(isProved);
    },
    /** How often somebody proved it here: tells an old refusal from a new one. */
    proofs: () => times,
  };
}

export const proofGate = createProofGate();
