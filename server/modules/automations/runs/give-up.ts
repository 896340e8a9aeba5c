import { isEnded } from '#contract/automations/run-states.ts';
import type { Db } from '#db/client.ts';
import { lockRun } from '#db/queries/automations/run-claims.ts';
import { interruptSteps } from '#db/queries/automations/run-lists.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { isJobUnfinished } from '#db/queries/jobs/job-overview.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { endRun } from './end-run.ts';
import { jobKeyOfRun } from './line.ts';

const GIVEN_UP = 'Something kept going wrong on our side, so we stopped trying.';
const INTERRUPTED = 'This was interrupted, so it may or may not have happened.';

type Dependencies = { db: Db; clock: Clock; jobs: Pick<Jobs, 'kick'> };

/**
 * Ends a run as failed once its job has failed for the last time and no other job would come back to it. Otherwise it would keep its place
 * in its owner’s line, and its owner would never hear of it.
 */
export function createGiveUp({ db, clock, jobs }: Dependencies) {
  return async ({ userId, runId }: Payload<'automation-run'>): Promise<void> => {
    const now = await clock.now();
    const key = { userId, runId };
    const hasEnded = await inTransaction(db, async (trx) => {
      await holdPerson(trx, userId);
      const run = await lockRun(trx, key);
      // A run in line gets a job when it is let in, and one that only waits for its owner gets a job when they answer.
      if (!run || isEnded(run.status) || run.status === 'queued') return false;
      if (run.status !== 'running' && run.resumeAt === null) return false;
      if (await isJobUnfinished(trx, 'automation-run', jobKeyOfRun(key))) return false;
      await interruptSteps(trx, key, INTERRUPTED, now);
      await endRun(trx, { ...key, automationId: run.automationId, status: 'failed', reason: GIVEN_UP, now });
      return true;
    });
    if (hasEnded) jobs.kick('automation-run');
  };
}
export type GiveUp = ReturnType<typeof createGiveUp>;
