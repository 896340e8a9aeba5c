/** Work in progress that a process should finish before it exits. */
export function createInFlightTracker() {
  const begun = new Set<Promise<unknown>>();
  return {
    /** Tracks the work until it settles, and returns it. */
    track: <T>(work: Promise<T>): Promise<T> => {
      const noted = work.finally(() => begun.delete(noted));
      begun.add(noted);
      return noted;
    },
    /** Resolves when all of it has finished or failed, including work started in the meantime. */
    idle: async (): Promise<void> => {
      while (begun.size > 0) await Promise.allSettled(begun);
    },
  };
}
