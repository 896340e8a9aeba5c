import { RUNS_AT_A_TIME } from '#contract/automations/automation-limits.ts';
import type { Db } from '#db/client.ts';
import { admitQueuedRuns } from '#db/queries/automations/run-line.ts';
import type { UserId } from '#db/types.gen.ts';
import { schedule } from '#server/jobs/schedule.ts';

/** The key of a run's job. It names the owner, because browsers choose the ids of runs, and another person's run may have the same. */
export const jobKeyOfRun = ({ userId, runId }: { userId: UserId; runId: string }): string => `${userId} ${runId}`;

/** Schedules a run for `dueAt`, in place of its earlier time. */
export const scheduleRun = (trx: Db, userId: UserId, runId: string, dueAt: Date): Promise<void> =>
  schedule(trx, 'automation-run', { key: jobKeyOfRun({ userId, runId }), payload: { userId, runId }, dueAt });

/**
 * Lets the next runs of a person begin, if fewer than allowed are running. Belongs in each transaction in which one ends, waits
 * or is added, with the person held, so that no run stays in line for nothing.
 */
export const letNextRunsIn = (trx: Db, userId: UserId, now: Date): Promise<string[]> =>
  admitQueuedRuns(trx, { userId, atATime: RUNS_AT_A_TIME, now });
