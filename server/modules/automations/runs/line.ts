import { RUNS_AT_A_TIME } from '#contract/automations/automation-limits.ts';
import type { Db } from '#db/client.ts';
import { changeRun, kickRun, lockRun } from '#db/queries/automations/run-claims.ts';
import { admitQueuedRuns } from '#db/queries/automations/run-line.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
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

/**
 * What a run waits for may have come, such as an answer to an approval: it gets back in line, and its waiting step runs
 * again. Belongs into the transaction that writes what came. Call `jobs.kick('automation-run')` after it. Does nothing
 * to a run that has ended.
 */
export async function resumeRun(trx: Db, userId: UserId, runId: string, now: Date): Promise<void> {
  await holdPerson(trx, userId);
  const key = { userId, runId };
  const run = await lockRun(trx, key);
  if (run?.status === 'running') await kickRun(trx, key, true);
  if (run?.status !== 'waiting') return;
  await changeRun(trx, key, { status: 'queued' });
  await letNextRunsIn(trx, userId, now);
}
