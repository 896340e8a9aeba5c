import { performance } from 'node:perf_hooks';
import { DAY_MS } from '#contract/billing/plans.ts';
import { STATUS_COMPONENTS, STATUS_DAYS, type StatusComponent, type StatusReport } from '#contract/site/status.ts';
import type { Db } from '#db/client.ts';
import { claimChore, finishChore } from '#db/queries/chores.ts';
import * as checks from '#db/queries/status-checks.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Ping } from '#server/gateways/ping.ts';
import { inTime } from '#server/lib/in-time.ts';
import type { Log } from '#server/lib/log.ts';
import { reportOf, unreadableReport } from './status-report.ts';

const CHORE = 'status check';
/** A little less than the pause between two tries, so that one that comes a moment early is not in vain. */
const CHECK_EVERY_MS = 55_000;
/** Longer than a check takes. */
const LEASE_MS = 30_000;
/** A ping that keeps no limit of its own is given up, in milliseconds. */
const GIVE_UP_MS = 6_000;
/** Minutes of silence that are remembered: a day. */
const SILENCE_MAX = 24 * 60;
/** A report is given out again for so long, in milliseconds. */
const KEEP_REPORT_MS = 10_000;

export type Pings = Record<StatusComponent, Ping>;
type Dependencies = { db: Db; clock: Clock; pings: Pings; log: Log };

/** Whether it answered in time, and how long it took. Never throws and never hangs. */
async function look(
  ping: Ping,
  giveUpMs: number,
): Promise<{ isUp: boolean; latencyMs: number | null; error?: unknown }> {
  const begun = performance.now();
  try {
    await inTime(async () => ping(), giveUpMs);
    return { isUp: true, latencyMs: Math.round(performance.now() - begun) };
  } catch (error) {
    return { isUp: false, latencyMs: null, error };
  }
}

/** Whether the product and what it stands on answer: looked at once a minute by one process, kept, and told to everybody. */
export function createStatusService({ db, clock, pings, log }: Dependencies, giveUpMs = GIVE_UP_MS) {
  const silence: checks.StatusCheck[] = [];
  let report: { at: number; promise: Promise<StatusReport> } | null = null;
  /** Days that are over for more than a week change no more: they are read once a day. */
  let settled: { today: string; days: checks.StatusDay[] } | null = null;

  async function readDays(now: Date): Promise<checks.StatusDay[]> {
    const today = now.toISOString().slice(0, 10);
    const midnight = Date.parse(today);
    const dayAgo = new Date(now.getTime() - DAY_MS);
    const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
    const recent = new Date(midnight - 7 * DAY_MS);
    if (settled?.today === today)
      return [...settled.days, ...(await checks.listStatusDays(db, { from: recent, dayAgo, weekAgo }))];
    const from = new Date(midnight - (STATUS_DAYS - 1) * DAY_MS);
    const days = await checks.listStatusDays(db, { from, dayAgo, weekAgo });
    const firstRecent = recent.toISOString().slice(0, 10);
    settled = { today, days: days.filter(({ date }) => date < firstRecent) };
    return days;
  }

  async function read(now: Date): Promise<StatusReport> {
    try {
      return reportOf(await inTime(() => readDays(now), giveUpMs), now);
    } catch (error) {
      // The database's own fault is told at once, and noted down when it is back.
      log.error({ event: 'status unreadable', err: error }, 'the status cannot be read');
      return unreadableReport(now);
    }
  }

  /** The database cannot write down that it is silent: that is done when it is back. One row a minute, whichever processes saw it. */
  function noteSilence(now: Date): void {
    const checkedAt = new Date(Math.floor(now.getTime() / CHECK_EVERY_MS) * CHECK_EVERY_MS);
    if (silence.length < SILENCE_MAX) silence.push({ component: 'website', checkedAt, isUp: false, latencyMs: null });
  }

  return {
    /** Looks at everything and writes down what it found, unless another process did within the last minute. */
    check: async (): Promise<void> => {
      const now = await clock.now();
      const isMine = await claimChore(db, CHORE, { now, everyMs: CHECK_EVERY_MS, leaseMs: LEASE_MS }).catch(
        (error: unknown) => {
          noteSilence(now);
          throw error;
        },
      );
      if (silence.length > 0) {
        const remembered = [...silence];
        await checks.addStatusChecks(db, remembered);
        silence.splice(0, remembered.length);
      }
      if (!isMine) return;
      const found = await Promise.all(
        STATUS_COMPONENTS.map(async (component) => {
          const { error, ...outcome } = await look(pings[component], giveUpMs);
          if (error !== undefined) log.warn({ event: 'component down', component, err: error }, `${component} is down`);
          return { component, checkedAt: now, ...outcome };
        }),
      );
      await checks.addStatusChecks(db, found);
      await finishChore(db, CHORE, now);
    },

    /** How things are and were. Never throws: where the database does not answer, it says that. */
    get: async (): Promise<StatusReport> => {
      const now = await clock.now();
      if (report === null || Math.abs(now.getTime() - report.at) >= KEEP_REPORT_MS)
        report = { at: now.getTime(), promise: read(now) };
      return report.promise;
    },

    /** Forgets what is older than the page shows. */
    purge: async (): Promise<void> => {
      const now = await clock.now();
      await checks.deleteStatusChecksBefore(db, new Date(now.getTime() - STATUS_DAYS * DAY_MS));
    },
  };
}
