import type { UserId } from '#db/types.gen.ts';

/** Changes that follow each other this closely are one change. */
export const PAUSE_MS = 100;

/** Open bells in this process, which wait until something changes for their owner in any process. */
export function createBellSignals() {
  const open = new Map<string, Set<() => void>>();
  const ringFor = (userId: string) => {
    for (const ring of open.get(userId) ?? []) ring();
  };

  return {
    /**
     * A bell that is open until `close`. `next` resolves at the first change since it last did, after `timeoutMs`, or when the signal aborts.
     * Before that it waits `PAUSE_MS`, so that what changes meanwhile is part of the same change.
     */
    listen: (userId: UserId, signal: AbortSignal) => {
      let hasChanged = false;
      let resume = (): void => undefined;
      const ring = () => {
        hasChanged = true;
        resume();
      };
      const rings = open.get(userId) ?? new Set();
      open.set(userId, rings.add(ring));
      signal.addEventListener('abort', ring);
      return {
        next: async (timeoutMs: number): Promise<void> => {
          if (!hasChanged && !signal.aborted) {
            const { promise, resolve } = Promise.withResolvers<void>();
            resume = resolve;
            const timer = setTimeout(resolve, timeoutMs);
            await promise;
            clearTimeout(timer);
          }
          if (!signal.aborted) await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS));
          hasChanged = false;
        },
        close: () => {
          signal.removeEventListener('abort', ring);
          rings.delete(ring);
          if (rings.size === 0 && open.get(userId) === rings) open.delete(userId);
        },
      };
    },

    /** A person's notices changed, or what was added is news in so many milliseconds: `<user id> <milliseconds>`. */
    onChanged: (signal: string): void => {
      const [userId = '', inMs] = signal.split(' ');
      if (!open.has(userId)) return;
      if (inMs === undefined) ringFor(userId);
      else setTimeout(ringFor, Number(inMs), userId).unref();
    },

    /** Signals may have been missed: every bell counts again. */
    ringAll: (): void => {
      for (const userId of open.keys()) ringFor(userId);
    },
  };
}
export type BellSignals = ReturnType<typeof createBellSignals>;
