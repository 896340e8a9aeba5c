import type { Db } from '#db/client.ts';
import { listUnsettledDeadLetters, settleDeadLetter } from '#db/queries/jobs/job-overview.ts';
import type { Log } from '#server/lib/log.ts';
import { QUEUES, type Payload, type QueueName } from './queues.ts';

/**
 * What becomes of the work of a job that has failed for the last time, for queues in which nothing else would come back to it. It may be
 * called again, and while another job does the same work: it must look first.
 */
export type AfterGivenUp = { [Q in QueueName]?: (payload: Payload<Q>) => Promise<unknown> };

const SETTLED_AT_ONCE = 200;

/**
 * Looks for jobs that were given up. This isn't done where a job fails: the last attempt may have ended with its process, and only the
 * library noticed. The dead letter stays for the operator.
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
