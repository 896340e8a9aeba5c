import { isEnded } from '#contract/automations/run-states.ts';
import type { Db } from '#db/client.ts';
import { cancelApprovals } from '#db/queries/automations/approvals.ts';
import { changeRun, lockRun, takeRun, type RunClaim } from '#db/queries/automations/run-claims.ts';
import { isEverythingHeldUp } from '#db/queries/automations/run-line.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { isJobRunning } from '#db/queries/jobs/job-overview.ts';
import type { UserId } from '#db/types.gen.ts';
import { unschedule } from '#server/jobs/schedule.ts';
import { jobKeyOfRun, letNextRunsIn, scheduleRun } from './line.ts';

const REMOVED = 'The automation was deleted.';

/**
 * Decides whether a job carries a run out, and if so, gives it the right to write. One that is waiting gets back in line when its time has
 * come; one that another job is carrying out is left to it, unless its process is gone.
 */
export async function takeOn(
  trx: Db,
  { userId, runId, jobId, now }: { userId: UserId; runId: string; jobId: string; now: Date },
): Promise<RunClaim | null> {
  const key = { userId, runId };
  await holdPerson(trx, userId);
  let run = await lockRun(trx, key);
  if (run && run.isRemoved && !isEnded(run.status)) {
    await changeRun(trx, key, { status: 'canceled', reason: REMOVED, endedAt: now });
    await cancelApprovals(trx, { ...key, now });
    await letNextRunsIn(trx, userId, now);
    return null;
  }
  if ((run?.status === 'waiting' || run?.status === 'paused') && run.resumeAt) {
    if (run.resumeAt > now) {
      await scheduleRun(trx, userId, runId, run.resumeAt);
      return null;
    }
    await changeRun(trx, key, { status: 'queued' });
    // It may be let in with a job of its own, which this one makes unnecessary.
    if ((await letNextRunsIn(trx, userId, now)).includes(runId))
      await unschedule(trx, 'automation-run', jobKeyOfRun(key));
    run = await lockRun(trx, key);
  }
  if (run?.status !== 'running') return null;
  if (run.claimedBy !== null && run.claimedBy !== jobId && (await isJobRunning(trx, run.claimedBy))) return null;
  if (await isEverythingHeldUp(trx, userId)) {
    await changeRun(trx, key, { status: 'queued' });
    return null;
  }
  return takeRun(trx, key, jobId);
}
