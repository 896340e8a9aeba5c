/** Work that a process has begun and should not leave half done. */
export function createUnderWay() {
  const begun = new Set<Promise<unknown>>();
  return {
    /** Notes the work until it settles, and gives it back. */
    track: <T>(work: Promise<T>): Promise<T> => {
      const noted = work.finally(() => begun.delete(noted));
      begun.add(noted);
      return noted;
    },
    /** Resolves when all of it is done or has failed, also what was begun meanwhile. */
    idle: async (): Promise<void> => {
      while (begun.size > 0) await Promise.allSettled(begun);
    },
  };
}
