import type { Database } from '#db/client.ts';
import { checkWrites } from '#db/queries/site/write-checks.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { JobTrouble } from '#server/jobs/find-trouble.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import { share } from '#server/lib/concurrency/share.ts';
import { findWriteRefusal, toAppError } from '#server/lib/database-errors.ts';
import type { DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';

/** A database that takes longer than this to answer counts as unavailable, and a write as slow, in milliseconds. */
const SLOW_MS = 3_000;
/** How long the success of a write is kept, in milliseconds. */
export const CHECK_EVERY_MS = 10_000;
/** How long a failed write and the result of a ping are kept, in milliseconds. */
const KNOWN_FOR_MS = 1_000;
/** A clock that differs from the database's by more than this is wrong, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 5_000;
/** A wrong clock is logged once in this time, in milliseconds. */
const SKEW_LOG_INTERVAL_MS = 60_000;

export type Readiness = {
  isReady: boolean;
  status: 'ok' | 'degraded' | 'database unavailable';
  /** Why writes are refused or fail: `disk full`, `read-only`, `slow`, or `write failed` with its cause in the log. */
  reason?: string;
  /** How far this process's clock is ahead of the database's, in seconds, if that is too far. */
  clockAheadSeconds?: number;
  /** No jobs run in this process (START_JOBS), so those that are due are none of its trouble. */
  jobs?: 'off';
} & Partial<JobTrouble>;

type Dependencies = {
  database: Pick<Database, 'db' | 'ping'>;
  clock: Clock;
  findTrouble: () => Promise<JobTrouble>;
  trouble: DatabaseTrouble;
  startsJobs: boolean;
  log: Log;
};
type Written = { isReached: boolean; problem: string | null; aheadMs: number };

const onlyFilled = (trouble: JobTrouble): Partial<JobTrouble> =>
  Object.fromEntries(Object.entries(trouble).filter(([, queues]) => queues.length > 0));

/** What a failed write says about a database. */
function judge(error: unknown): Written {
  const code = toAppError(error)?.code;
  const isSlow = code === 'SERVER_BUSY' || (error instanceof Error && error.name === 'TimeoutError');
  const problem = findWriteRefusal(error) ?? (isSlow ? 'slow' : 'write failed');
  return { isReached: code !== 'DATABASE_UNAVAILABLE', problem, aheadMs: 0 };
}

/**
 * Whether this process can serve people, and what an operator should look at. It is public, so however often it is
 * asked, the database is asked at most every second.
 */
export function createReadiness({ database, clock, findTrouble, trouble, startsJobs, log }: Dependencies) {
  let clockLoggedAt = Number.NEGATIVE_INFINITY;

  function noteClock(aheadMs: number): void {
    if (Math.abs(aheadMs) <= MAX_CLOCK_SKEW_MS || performance.now() - clockLoggedAt < SKEW_LOG_INTERVAL_MS) return;
    clockLoggedAt = performance.now();
    const aheadSeconds = Math.round(aheadMs / 1_000);
    log.error(
      { event: 'clock skew', aheadSeconds },
      `the clock of this machine is ${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'} the database's`,
    );
  }

  /** How far our clock is ahead, in milliseconds. */
  async function write(): Promise<number> {
    const before = Date.now();
    try {
      const now = await inTime(() => checkWrites(database.db), SLOW_MS);
      trouble.noteWriteSucceeded();
      // A test's clock isn't this machine's.
      const aheadMs = clock.isShared ? 0 : (before + Date.now()) / 2 - now.getTime();
      noteClock(aheadMs);
      return aheadMs;
    } catch (error) {
      if (!trouble.note(error, { check: 'readiness' }))
        log.warn({ event: 'write check failed', err: error }, 'write check failed');
      throw error;
    }
  }

  const ping = share(database.ping, { forMs: KNOWN_FOR_MS, failureForMs: KNOWN_FOR_MS });
  const sharedWrite = share(write, { forMs: CHECK_EVERY_MS, failureForMs: KNOWN_FOR_MS });
  const check = (): Promise<Written> =>
    sharedWrite().then((aheadMs) => ({ isReached: true, problem: null, aheadMs }), judge);

  return {
    /** Checks now and then whether or not anyone asks, so that the log says what is wrong. Never throws. */
    watch: async (): Promise<void> => void (await check()),

    /** Never throws. */
    read: async (): Promise<Readiness> => {
      const isAnswering = await inTime(ping, SLOW_MS).then(
        () => true,
        () => false,
      );
      if (!isAnswering) return { isReady: false, status: 'database unavailable' };
      const { isReached, problem, aheadMs } = await check();
      if (!isReached) return { isReady: false, status: 'database unavailable' };
      // Another process would be no better at any of this, and people can still read: so it's information only.
      const found = startsJobs ? await inTime(findTrouble, SLOW_MS).then(onlyFilled, () => ({})) : {};
      const reason = problem ?? trouble.refusal();
      const isClockWrong = Math.abs(aheadMs) > MAX_CLOCK_SKEW_MS;
      return {
        isReady: true,
        status: reason !== null || isClockWrong || Object.keys(found).length > 0 ? 'degraded' : 'ok',
        ...(reason === null ? {} : { reason }),
        ...found,
        ...(startsJobs ? {} : { jobs: 'off' as const }),
        ...(isClockWrong ? { clockAheadSeconds: Math.round(aheadMs / 1_000) } : {}),
      };
    },
  };
}
export type ReadinessService = ReturnType<typeof createReadiness>;
