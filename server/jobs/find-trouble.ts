import type { Db } from '#db/client.ts';
import { listOverdueJobs, listQueuesOfDeadLetters, listStuckQueues } from '#db/queries/jobs/job-overview.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { share } from '#server/lib/concurrency/share.ts';
import { readTimes } from './hand-over.ts';

/** Work that should have begun this long ago is stuck, and a repeated job overdue, in seconds. */
const STUCK_SECONDS = 10 * 60;
const OVERDUE_SECONDS = 2 * 60;
/** How long the answer is kept, in milliseconds. */
const KNOWN_FOR_MS = 10_000;

/** Queues with work that should have begun, repeated jobs that are late, and queues of jobs that were given up. */
export type JobTrouble = { stuckQueues: string[]; overdueJobs: string[]; deadLetters: string[] };

/** Finds what an operator has to look at. Asks the database at most every few seconds, also after a failure. */
export function createTroubleFinder({ db, clock }: { db: Db; clock: Clock }): () => Promise<JobTrouble> {
  return share(
    async () => {
      const times = await readTimes(clock);
      return {
        stuckQueues: await listStuckQueues(db, { ...times, seconds: STUCK_SECONDS }),
        overdueJobs: await listOverdueJobs(db, { ...times, seconds: OVERDUE_SECONDS }),
        deadLetters: await listQueuesOfDeadLetters(db),
      };
    },
    { forMs: KNOWN_FOR_MS, failureForMs: KNOWN_FOR_MS },
  );
}
