import type { PgBoss } from 'pg-boss';
import type { Db } from '#db/client.ts';
import { giveTurns, HAS_TURN, isJobInLine } from '#db/queries/jobs/turns.ts';
import { inTransaction } from '#db/transaction.ts';
import type { FetchedJob } from './boss.ts';
import { QUEUES, type QueueName } from './queues.ts';
import type { Outcome } from './run-job.ts';

type RunningJob = {
  job: FetchedJob;
  /** Aborts the job. */
  isLost: AbortController;
  /** Rejects if its outcome couldn't be saved. */
  ended: Promise<void>;
};

type Dependencies = {
  queue: QueueName;
  boss: PgBoss;
  db: Db;
  run: (queue: QueueName, job: FetchedJob) => Promise<Outcome>;
  /** When this aborts, no more jobs are started. */
  stopping: AbortSignal;
  /** The database failed. A job whose outcome wasn't saved runs again once its heartbeat is missed. */
  onError: (error: unknown) => void;
};

/**
 * Runs the jobs of one queue in this process. Each has a slot of its own and is settled by itself, so a stalled job
 * blocks only its own slot. The library's workers either wait for the slowest job of a batch, or poll the database once
 * for each slot.
 */
export function createWorker({ queue, boss, db, run, stopping, onError }: Dependencies) {
  const { concurrency, perPerson } = QUEUES[queue];
  const running = new Set<RunningJob>();
  let endedCount = 0;

  function start(job: FetchedJob): RunningJob {
    const isLost = new AbortController();
    const work = async () => {
      try {
        const outcome = await run(queue, { ...job, signal: isLost.signal });
        await (outcome.status === 'completed' ? boss.complete(queue, job) : boss.fail(queue, job, outcome.output));
      } finally {
        running.delete(started);
        endedCount += 1;
      }
    };
    const started: RunningJob = { job, isLost, ended: Promise.resolve().then(work) };
    // A rejection that nobody waits for would end the process.
    started.ended.catch(() => undefined);
    running.add(started);
    return started;
  }

  /** Starts waiting jobs in the free slots, and returns them. Calls must not overlap. */
  async function startWaiting(): Promise<RunningJob[]> {
    if (perPerson !== undefined && (await isJobInLine(db, queue)))
      await inTransaction(db, (trx) => giveTurns(trx, { queue, perPerson, waits: true }));
    const free = concurrency - running.size;
    if (free === 0 || stopping.aborted) return [];
    const minPriority = perPerson === undefined ? 0 : HAS_TURN;
    const jobs: FetchedJob[] = await boss.fetch(queue, { batchSize: free, includeMetadata: true, minPriority });
    return jobs.map(start);
  }

  let looking: Promise<void> | null = null;
  let isWoken = false;

  async function look(): Promise<void> {
    try {
      while (isWoken && !stopping.aborted) {
        isWoken = false;
        for (const { ended } of await startWaiting()) void ended.catch(onError).then(wake);
      }
    } catch (error) {
      onError(error);
    } finally {
      looking = null;
    }
  }

  /** There may be a waiting job or a free slot. */
  function wake(): void {
    isWoken = true;
    looking ??= look();
  }

  return {
    wake,

    /**
     * Runs waiting jobs until there are none, without being woken. Calls `onEnd` when jobs have ended. Returns how many
     * it ran.
     */
    drain: async (onEnd: () => Promise<unknown>): Promise<number> => {
      let count = 0;
      for (let seen = endedCount; ;) {
        const { length } = await startWaiting();
        count += length;
        if (length > 0) continue;
        if (endedCount === seen) {
          if (running.size === 0) return count;
          await Promise.race([...running].map(({ ended }) => ended));
        }
        seen = endedCount;
        await onEnd();
      }
    },

    running: (): readonly RunningJob[] => [...running],

    /** Resolves when nothing is running anymore. */
    idle: async (): Promise<void> => {
      await looking;
      while (running.size > 0) await Promise.allSettled([...running].map(({ ended }) => ended));
    },

    /** Leaves what is still running to another process. */
    abandon: async (): Promise<void> => {
      const held = [...running].map(({ job }) => job);
      if (held.length > 0) await boss.fail(queue, held, { message: 'the process has stopped' });
    },
  };
}
export type Worker = ReturnType<typeof createWorker>;
