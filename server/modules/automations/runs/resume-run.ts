import type { Db } from '#db/client.ts';
import { changeRun, kickRun, lockRun } from '#db/queries/automations/run-claims.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import type { UserId } from '#db/types.gen.ts';
import { letNextRunsIn } from './line.ts';

/**
 * What a run waits for may have come, such as an answer to an approval: it gets back in line, and its waiting step runs again. Belongs into the
 * transaction that writes what came. Call `jobs.kick('automation-run')` after it. Does nothing to a run that has ended.
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
