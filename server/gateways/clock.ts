/** The source of `now`. All code uses it, and SQL takes the time as a parameter, so that a test can move time for every process. */
export type Clock = {
  now: () => Promise<Date>;
  /** Whether all processes read this same clock, a test’s. Otherwise each reads its machine’s, which may be wrong. */
  isShared?: boolean;
};

/** The system's clock, or the one at `url`, which answers with an ISO date as text. */
export function createClock(url: string | null): Clock {
  if (url === null) return { now: async () => new Date() };
  return {
    isShared: true,
    now: async () => {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      const now = new Date((await response.text()).trim());
      if (Number.isNaN(now.getTime())) throw new Error('CLOCK_URL did not answer an ISO date');
      return now;
    },
  };
}
