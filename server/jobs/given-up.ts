import type { Db } from '#db/client.ts';
import { listUnsettledDeadLetters, settleDeadLetter } from '#db/queries/jobs/job-overview.ts';
import type { Log } from '#server/lib/log.ts';
import { QUEUES, type Payload, type QueueName } from './queues.ts';

/**
 * What to do about a job that has failed for the last time, in queues where nothing else would pick up its work. It may be called more than
 * once, and while another job does the same work, so it has to check first.
 */
export type AfterGivenUp = { [Q in QueueName]?: (payload: Payload<Q>) => Promise<unknown> };

const SETTLED_AT_ONCE = 200;

/**
 * Looks for jobs that were given up. This can't be done where a job fails: the last attempt may have died with its process, and then only
 * pg-boss notices. The dead letter stays for the operator.
 */
export function createSettleGivenUp({ db, log, afterGivenUp }: { db: Db; log: Log; afterGivenUp: AfterGivenUp }) {
  const queues = Object.keys(afterGivenUp) as QueueName[]; // reason: the keys of AfterGivenUp
  return async (): Promise<void> => {
    for (const { id, queue, payload } of await listUnsettledDeadLetters(db, queues, SETTLED_AT_ONCE)) {
      const name = queue as QueueName; // reason: only these queues were asked for
      const settle = afterGivenUp[name] as ((payload: Payload<QueueName>) => Promise<unknown>) | undefined; // reason: it takes what its own queue’s schema parses
      const parsed = QUEUES[name].payload.safeParse(payload);
      try {
        if (parsed.success) await settle?.(parsed.data);
        await settleDeadLetter(db, id);
      } catch (error) {
        log.warn(
          { event: 'given-up job not settled', queue, job: id, err: error },
          `given-up job not settled: ${queue}`,
        );
      }
    }
  };
}
