import type { PgBoss } from 'pg-boss';
import type { Db } from '#db/client.ts';
import { jobStoreIn } from '#db/job-store.ts';
import { hasDueJob, takeDueJobs, type Times } from '#db/queries/jobs/scheduled-jobs.ts';
import { giveTurns } from '#db/queries/jobs/turns.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { QUEUES, type QueueName } from './queues.ts';

const TAKEN_AT_ONCE = 500;

/**
 * What jobs go by: the product's clock, and for repeated ones only a clock that all processes share. Null stands for
 * the database's, so that a machine with a wrong clock can't move them.
 */
export async function readTimes(clock: Clock): Promise<Times> {
  const now = await clock.now();
  return { now, shared: clock.isShared ? now : null };
}

/**
 * Hands over what is due in these queues, at most a few hundred jobs: each row goes and its job appears in one
 * transaction, with a turn if its person has one left. Returns the queues that got jobs, and whether more may be due.
 */
export async function handOver(
  { db, clock, ready }: { db: Db; clock: Clock; ready: () => Promise<PgBoss> },
  queues: readonly QueueName[],
): Promise<{ filled: QueueName[]; isMoreDue: boolean }> {
  const times = await readTimes(clock);
  if (!(await hasDueJob(db, queues, times))) return { filled: [], isMoreDue: false };
  const boss = await ready();
  return inTransaction(db, async (trx) => {
    const due = await takeDueJobs(trx, { queues, ...times, limit: TAKEN_AT_ONCE });
    const byQueue = Map.groupBy(due, ({ queue }) => queue as QueueName); // reason: only these queues were asked for
    for (const [queue, jobs] of byQueue)
      await boss.insert(
        queue,
        jobs.map(({ key, payload }) => ({ singletonKey: key, data: payload })),
        { db: jobStoreIn(trx) },
      );
    for (const queue of byQueue.keys()) {
      const { perPerson } = QUEUES[queue];
      // It doesn't wait: a process that froze while giving turns would block the hand-over of every queue.
      if (perPerson !== undefined) await giveTurns(trx, { queue, perPerson, waits: false });
    }
    return { filled: [...byQueue.keys()], isMoreDue: due.length === TAKEN_AT_ONCE };
  });
}
