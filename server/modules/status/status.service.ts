import { performance } from 'node:perf_hooks';
import { DAY_MS } from '#contract/billing/plans.ts';
import {
  STATUS_CHECK_EVERY_MS,
  STATUS_COMPONENTS,
  STATUS_DAYS,
  type StatusComponent,
  type StatusReport,
} from '#contract/site/status.ts';
import type { Db } from '#db/client.ts';
import * as checks from '#db/queries/site/status-checks.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Ping } from '#server/gateways/ping.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import type { Log } from '#server/lib/log.ts';
import { reportOf, unreadableReport } from './status-report.ts';

/** The timeout of a ping that has none of its own, and of reading the report, in milliseconds. */
const GIVE_UP_MS = 6_000;
/** Minutes of database silence that are remembered: a day. */
const SILENCE_MAX = 24 * 60;
/** How long a report is cached, in milliseconds. */
const KEEP_REPORT_MS = 10_000;

export type Pings = Record<StatusComponent, Ping>;
type Dependencies = { db: Db; clock: Clock; pings: Pings; log: Log };

/** Whether it answered in time, and how long it took. Never throws and never hangs. */
async function measure(
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

/** Whether the product and the services it depends on respond: checked once a minute by one process, stored, and public. */
export function createStatusService(
  { db, clock, pings, log }: Dependencies,
  { pingMs = GIVE_UP_MS, readMs = GIVE_UP_MS } = {},
) {
  const silence: checks.StatusCheck[] = [];
  let report: { at: number; promise: Promise<StatusReport> } | null = null;
  /** Days that ended more than a week ago no longer change, so they are read once a day. */
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
      return reportOf(await inTime(() => readDays(now), readMs), now);
    } catch (error) {
      // A database failure is reported immediately, and recorded once the database is back.
      log.error({ event: 'status unreadable', err: error }, 'the status cannot be read');
      return unreadableReport(now);
    }
  }

  /** One row a minute, whichever processes saw it and however often. */
  function noteSilence(now: Date): void {
    const checkedAt = new Date(Math.floor(now.getTime() / STATUS_CHECK_EVERY_MS) * STATUS_CHECK_EVERY_MS);
    if (silence.length >= SILENCE_MAX || silence.at(-1)?.checkedAt.getTime() === checkedAt.getTime()) return;
    silence.push({ component: 'website', checkedAt, isUp: false, latencyMs: null });
  }

  return {
    /** The database can't record its own silence, so the process remembers it until there is an answer again. */
    noteAnswer: async (isAnswered: boolean): Promise<void> => {
      if (!isAnswered) return noteSilence(await clock.now());
      if (silence.length === 0) return;
      const remembered = [...silence];
      await checks.addStatusChecks(db, remembered);
      silence.splice(0, remembered.length);
    },

    /** Checks everything and stores the results. */
    check: async (): Promise<void> => {
      const now = await clock.now();
      const found = await Promise.all(
        STATUS_COMPONENTS.map(async (component) => {
          const { error, ...outcome } = await measure(pings[component], pingMs);
          if (error !== undefined) log.warn({ event: 'component down', component, err: error }, `${component} is down`);
          return { component, checkedAt: now, ...outcome };
        }),
      );
      await checks.addStatusChecks(db, found);
    },

    /** Current and past status. Never throws: if the database does not answer, the report says so. */
    get: async (): Promise<StatusReport> => {
      const now = await clock.now();
      if (report === null || Math.abs(now.getTime() - report.at) >= KEEP_REPORT_MS)
        report = { at: now.getTime(), promise: read(now) };
      return report.promise;
    },

    /** Deletes results older than the page shows. */
    purge: async (): Promise<void> => {
      const now = await clock.now();
      await checks.deleteStatusChecksBefore(db, new Date(now.getTime() - STATUS_DAYS * DAY_MS));
    },
  };
}
export type StatusService = ReturnType<typeof createStatusService>;
