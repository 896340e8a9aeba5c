import { findWriteRefusal, isDatabaseFailure, isOutage, toAppError } from './database-errors.ts';
import type { Log } from './log.ts';

/** An outage is logged once in this time, with its cause and how often it was met, in milliseconds. */
const SAME_TROUBLE_MS = 60_000;
/**
 * How long a refused write counts as the state of the database, in milliseconds. Small writes may still succeed on a
 * full disk.
 */
const REFUSED_FOR_MS = 30_000;

/** Logs failures of the database, and remembers whether it refuses writes. `now` is a stopwatch, in milliseconds. */
export function createDatabaseTrouble(log: Log, now: () => number = () => performance.now()) {
  const seen = new Map<string, { loggedAt: number; since: number }>();
  let refused: { reason: string; at: number } | null = null;

  return {
    /**
     * Returns whether the error is a failure of the database, which is then logged. During an outage, one line a minute
     * says so.
     */
    note: (error: unknown, about: object): boolean => {
      const ours = toAppError(error);
      if (ours === null || !isDatabaseFailure(ours)) return false;
      const { cause } = ours;
      const reason = findWriteRefusal(error);
      if (reason !== null) refused = { reason, at: now() };
      if (!isOutage(error)) {
        log.warn({ event: 'database in trouble', ...about, err: cause }, 'database in trouble');
        return true;
      }
      const key = reason ?? ours.code;
      const before = seen.get(key);
      if (before && now() - before.loggedAt < SAME_TROUBLE_MS) {
        before.since += 1;
        return true;
      }
      const line = { event: 'database in trouble', ...about, err: cause, unloggedSince: before?.since ?? 0 };
      seen.set(key, { loggedAt: now(), since: 0 });
      if (reason === null) log.warn(line, 'database in trouble');
      else log.error(line, `the database refuses writes: ${reason}`);
      return true;
    },

    /** A small write succeeded. A full disk may take it and still refuse others. */
    noteWriteSucceeded: (): void => {
      if (refused?.reason === 'read-only') refused = null;
    },

    /** Why a write was refused a moment ago; null if none was. */
    refusal: (): string | null => (refused !== null && now() - refused.at < REFUSED_FOR_MS ? refused.reason : null),
  };
}
export type DatabaseTrouble = ReturnType<typeof createDatabaseTrouble>;
