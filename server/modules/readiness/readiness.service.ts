import type { Database } from '#db/client.ts';
import { checkWrites } from '#db/queries/site/write-checks.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { JobTrouble } from '#server/jobs/find-trouble.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import { findWriteRefusal } from '#server/lib/database-errors.ts';
import type { DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';

/** A database that takes longer than this counts as unavailable, in milliseconds. */
const SLOW_MS = 3_000;
/** How long the result of a write is kept, in milliseconds. */
export const CHECK_EVERY_MS = 10_000;
/** A clock that differs from the database's by more than this is wrong, in milliseconds. */
const MAX_CLOCK_SKEW_MS = 5_000;
/** A wrong clock is logged once in this time, in milliseconds. */
const SKEW_LOG_INTERVAL_MS = 60_000;

export type Readiness = {
  isReady: boolean;
  status: 'ok' | 'degraded' | 'database unavailable' | 'database refuses writes';
  /** Why the database refuses writes. */
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
type Checked = { at: number; isReached: boolean; refusal: string | null; aheadMs: number };

const onlyFilled = (trouble: JobTrouble): Partial<JobTrouble> =>
  Object.fromEntries(Object.entries(trouble).filter(([, queues]) => queues.length > 0));

/** Whether this process can serve people, and what an operator should look at. */
export function createReadiness({ database, clock, findTrouble, trouble, startsJobs, log }: Dependencies) {
  let checked: Checked | null = null;
  let checking: Promise<Checked> | null = null;
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

  async function write(): Promise<Checked> {
    const before = Date.now();
    try {
      const now = await inTime(() => checkWrites(database.db), SLOW_MS);
      trouble.noteWriteSucceeded();
      // A test's clock isn't this machine's.
      const aheadMs = clock.isShared ? 0 : (before + Date.now()) / 2 - now.getTime();
      noteClock(aheadMs);
      return { at: performance.now(), isReached: true, refusal: null, aheadMs };
    } catch (error) {
      if (!trouble.note(error, { check: 'readiness' }))
        log.warn({ event: 'write check failed', err: error }, 'write check failed');
      return {
        at: performance.now(),
        isReached: findWriteRefusal(error) !== null,
        refusal: findWriteRefusal(error),
        aheadMs: 0,
      };
    }
  }

  /** Writes at most every few seconds, however often it is asked. */
  async function check(): Promise<Checked> {
    if (checked !== null && performance.now() - checked.at < CHECK_EVERY_MS) return checked;
    checking ??= write().finally(() => {
      checking = null;
    });
    checked = await checking;
    return checked;
  }

  return {
    /** Checks now and then whether or not anyone asks, so that the log says what is wrong. Never throws. */
    watch: async (): Promise<void> => void (await check()),

    /** Never throws. */
    read: async (): Promise<Readiness> => {
      try {
        await inTime(database.ping, SLOW_MS);
      } catch {
        return { isReady: false, status: 'database unavailable' };
      }
      const { isReached, refusal, aheadMs } = await check();
      const reason = refusal ?? trouble.refusal();
      if (reason !== null) return { isReady: false, status: 'database refuses writes', reason };
      if (!isReached) return { isReady: false, status: 'database unavailable' };
      // Taking processes out of service would help no queue, so this is information only.
      const found = startsJobs ? await inTime(findTrouble, SLOW_MS).then(onlyFilled, () => ({})) : {};
      const isClockWrong = Math.abs(aheadMs) > MAX_CLOCK_SKEW_MS;
      return {
        isReady: true,
        status: isClockWrong || Object.keys(found).length > 0 ? 'degraded' : 'ok',
        ...found,
        ...(startsJobs ? {} : { jobs: 'off' as const }),
        ...(isClockWrong ? { clockAheadSeconds: Math.round(aheadMs / 1_000) } : {}),
      };
    },
  };
}
