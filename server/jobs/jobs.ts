import { setTimeout as pause } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Database } from '#db/client.ts';
import { jobStoreIn, type JobStore } from '#db/job-store.ts';
import { runAs } from '#db/kind-of-work.ts';
import { listQueuesOfDeadLetters, listStuckQueues } from '#db/queries/jobs/job-overview.ts';
import * as scheduled from '#db/queries/jobs/scheduled-jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { createInFlightTracker } from '#server/lib/concurrency/in-flight.ts';
import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import { repeat } from '#server/lib/concurrency/repeat.ts';
import type { Log } from '#server/lib/log.ts';
import { openBoss, readQueues, startBoss, type FetchedJob } from './boss.ts';
import { INTERVALS, QUEUE_NAMES, QUEUES, type QueueName } from './queues.ts';
import { runJob, type Handlers } from './run-job.ts';

/** How often jobs that have become due are looked for, in milliseconds. */
const SCHEDULE_EVERY_MS = 1_000;
/** A new job is announced by NOTIFY. Jobs to be retried, and those whose announcement was lost, are looked for at this interval. */
const POLL_SECONDS = { announced: 15, unannounced: 2 };
/** Work that should have begun this long ago is stuck, in seconds, and how long the answer is kept. */
const STUCK_SECONDS = 10 * 60;
const TROUBLE_KNOWN_MS = 10_000;
const TAKEN_AT_ONCE = 500;
const START_AGAIN_MS = 5_000;

/** One for each database, because it remembers the queues: those who share a database in a test share this too. */
const bosses = new WeakMap<JobStore, { open: () => Promise<PgBoss>; ready: () => Promise<PgBoss> }>();
function bossOf(store: JobStore, log: Log) {
  const known = bosses.get(store);
  if (known) return known;
  const open = loadOnce(() => openBoss(store, log));
  const ready = loadOnce(async () => {
    const boss = await open();
    await readQueues(boss);
    return boss;
  });
  bosses.set(store, { open, ready });
  return { open, ready };
}

/** Queues in which something should have begun a while ago, and those of jobs that were given up. */
type JobTrouble = { stuckQueues: string[]; deadLetters: string[] };

type Dependencies = {
  database: Pick<Database, 'db' | 'jobStore'>;
  clock: Clock;
  log: Log;
  handlers: Handlers;
  /** The database did or didn't answer when it was asked what is due. */
  onAnswer: (isAnswered: boolean) => Promise<void>;
  /** For tests: without workers, a job that is kicked runs in this process. */
  runsKicked: boolean;
};

/**
 * Deferred work. What is due is a row of ours (`schedule`); a scheduler hands it to pg-boss, which runs it in any process, again after
 * failures and crashes. Nothing is lost once its row is committed, and what has been done may be done again.
 */
export function createJobs({ database, clock, log, handlers, onAnswer, runsKicked }: Dependencies) {
  const { db, jobStore } = database;
  const stopping = new AbortController();
  const inFlight = createInFlightTracker();
  const { open, ready } = bossOf(jobStore, log);
  const run = (queue: QueueName, job: FetchedJob) =>
    inFlight.track(runAs('job', () => runJob(queue, job, { handlers, stopping: stopping.signal, log })));

  /** Hands over what is due in these queues: the row goes and the job appears in one transaction. Returns how many there were. */
  async function handOver(queues: QueueName[]): Promise<number> {
    const now = await clock.now();
    if (!(await scheduled.hasDueJob(db, queues, now))) return 0;
    const boss = await ready();
    return inTransaction(db, async (trx) => {
      const due = await scheduled.takeDueJobs(trx, { queues, now, limit: TAKEN_AT_ONCE });
      for (const [queue, jobs] of Map.groupBy(due, (job) => job.queue))
        await boss.insert(
          queue,
          jobs.map(({ key, payload }) => ({ singletonKey: key, data: payload })),
          { db: jobStoreIn(trx) },
        );
      return due.length;
    });
  }

  /** One after another: what is kicked while the scheduler runs is found by the next run, which all who kicked meanwhile share. */
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  function scheduleNow(): Promise<void> {
    next ??= last.then(() => {
      next = null;
      return handOverAll();
    });
    last = next;
    return next;
  }

  function handOverAll(): Promise<void> {
    const warn = (error: unknown) => log.warn({ event: 'jobs not scheduled', err: error }, 'jobs not scheduled');
    return runAs('job', async () => {
      try {
        while ((await handOver(QUEUE_NAMES)) === TAKEN_AT_ONCE);
        await onAnswer(true);
      } catch (error) {
        warn(error);
        // If the clock is what failed, nobody can say when.
        await onAnswer(false).catch(warn);
      }
    });
  }

  async function repeatJobs(): Promise<void> {
    const now = await clock.now();
    for (const [queue, everyMs] of INTERVALS) await scheduled.addRepeatedJob(db, { queue, everyMs, now });
    await scheduled.deleteRepeatedJobsExcept(db, [...INTERVALS.keys()]);
  }

  async function work(boss: PgBoss): Promise<void> {
    for (const queue of QUEUE_NAMES) {
      const { concurrency, isApart = false }: (typeof QUEUES)[QueueName] & { isApart?: boolean } = QUEUES[queue];
      const options = {
        // The library settles a batch once its last job has ended: one that failed would wait for it.
        batchSize: isApart ? 1 : concurrency,
        burstWhenBatchFull: true,
        includeMetadata: true,
        perJobResults: true,
        pollingIntervalSeconds: POLL_SECONDS.unannounced,
        notifyPollingIntervalSeconds: POLL_SECONDS.announced,
      } as const;
      for (let workers = isApart ? concurrency : 1; workers > 0; workers -= 1) {
        let worker = '';
        worker = await boss.work(queue, options, async (jobs: FetchedJob[]) => {
          const outcomes = await Promise.all(jobs.map(async (job) => ({ id: job.id, ...(await run(queue, job)) })));
          // Where a batch is one job, the library doesn't look for the next before its interval is over.
          if (isApart) boss.notifyWorker(worker);
          return outcomes;
        });
      }
    }
  }

  let trouble: { at: number; found: JobTrouble } | null = null;
  let isWorking = false;
  let stopScheduler = async (): Promise<void> => undefined;
  let started: Promise<void> | undefined;

  async function startWorking(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const boss = await open();
        await runAs('job', async () => {
          await startBoss(boss, jobStore);
          await repeatJobs();
          await work(boss);
        });
        isWorking = true;
        stopScheduler = repeat(scheduleNow, SCHEDULE_EVERY_MS);
        return;
      } catch (error) {
        log.error({ event: 'jobs not started', err: error }, 'jobs not started');
        await pause(START_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    /** Runs jobs in this process from now on. If the database doesn't answer, it tries until it does. */
    start: (): void => {
      started ??= startWorking();
    },

    /** Ends the scheduler, waits for running jobs as long as `timeoutMs`, and leaves the others to the next process. */
    stop: async (timeoutMs: number): Promise<void> => {
      stopping.abort();
      await started;
      await stopScheduler();
      if (started) await (await open()).stop({ graceful: true, close: false, timeout: timeoutMs });
    },

    /** Something has just been scheduled and committed, and somebody waits for it. */
    kick: (queue: QueueName): void => {
      if (isWorking) void inFlight.track(scheduleNow());
      else if (runsKicked) void inFlight.track(runDue([queue]));
    },

    /** What an operator has to look at. Asks the database at most every few seconds. */
    findTrouble: async (): Promise<JobTrouble> => {
      if (trouble === null || performance.now() - trouble.at > TROUBLE_KNOWN_MS) {
        const stuckQueues = await listStuckQueues(db, { now: await clock.now(), seconds: STUCK_SECONDS });
        trouble = { at: performance.now(), found: { stuckQueues, deadLetters: await listQueuesOfDeadLetters(db) } };
      }
      return trouble.found;
    },

    /** Resolves when nothing that this process has begun is running anymore. */
    idle: inFlight.idle,
    runDue,
    /** The same, and repeated jobs run whether or not they are due. */
    runNow: async (queues: QueueName[]): Promise<void> => {
      await repeatJobs();
      await scheduled.hastenRepeatedJobs(db, queues, await clock.now());
      await runDue(queues);
    },
  };

  /** Runs what is due in these queues, here, until nothing is left; without workers and timers. */
  async function runDue(queues: QueueName[]): Promise<void> {
    const boss = await ready();
    for (let isDone = false; !isDone;) {
      isDone = (await runAs('job', () => handOver(queues))) === 0;
      for (const queue of queues) {
        const jobs: FetchedJob[] = await boss.fetch(queue, {
          batchSize: QUEUES[queue].concurrency,
          includeMetadata: true,
        });
        if (jobs.length > 0) isDone = false;
        await Promise.all(
          jobs.map(async (job) => {
            const outcome = await run(queue, job);
            await (outcome.status === 'completed' ? boss.complete(queue, job) : boss.fail(queue, job, outcome.output));
          }),
        );
      }
    }
  }
}
export type Jobs = ReturnType<typeof createJobs>;
