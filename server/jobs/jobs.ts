import { setTimeout as pause } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Database } from '#db/client.ts';
import type { JobStore } from '#db/job-store.ts';
import { runAs } from '#db/kind-of-work.ts';
import { refreshHeartbeats } from '#db/queries/jobs/heartbeats.ts';
import * as scheduled from '#db/queries/jobs/scheduled-jobs.ts';
import { listQueuesWithJobs } from '#db/queries/jobs/turns.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { createInFlightTracker } from '#server/lib/concurrency/in-flight.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import { repeat } from '#server/lib/concurrency/repeat.ts';
import type { DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';
import { HEARTBEAT_SECONDS, openBoss, readQueues, startBoss, type FetchedJob } from './boss.ts';
import { createTroubleFinder } from './find-trouble.ts';
import { handOver, readTimes } from './hand-over.ts';
import { INTERVALS, QUEUE_NAMES, type QueueName } from './queues.ts';
import { runJob, type Handlers } from './run-job.ts';
import { createWorker, type Worker } from './worker.ts';

/**
 * How often jobs are looked for that have become due, are to be retried, or were added by other processes, in
 * milliseconds.
 */
const LOOK_EVERY_MS = 1_000;
const BEAT_EVERY_MS = (HEARTBEAT_SECONDS * 1_000) / 2;
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

type Dependencies = {
  database: Pick<Database, 'db' | 'jobStore'>;
  clock: Clock;
  log: Log;
  trouble: DatabaseTrouble;
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
export function createJobs({ database, clock, log, trouble, handlers, onAnswer, runsKicked }: Dependencies) {
  const { db, jobStore } = database;
  /** No more jobs begin. Later, those that are still running are interrupted. */
  const [closing, stopping] = [new AbortController(), new AbortController()];
  const inFlight = createInFlightTracker();
  const { open, ready } = bossOf(jobStore, log);
  const source = { db, clock, ready };
  const run = (queue: QueueName, job: FetchedJob) =>
    inFlight.track(runAs('job', () => runJob(queue, job, { handlers, stopping: stopping.signal, log })));
  const onError = (error: unknown) => {
    if (!trouble.note(error, { jobs: 'running' }))
      log.warn({ event: 'jobs in trouble', err: error }, 'jobs in trouble');
  };
  const workerOf = (boss: PgBoss, queue: QueueName) =>
    createWorker({ queue, boss, db, run, stopping: closing.signal, onError });
  /** None before this process has started to work. */
  const workers = new Map<QueueName, Worker>();

  /** One after another: what is kicked while the scheduler runs is found by the next run, which all who kicked meanwhile share. */
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | null = null;
  /** Returns whether the database answered. */
  function scheduleNow(): Promise<boolean> {
    next ??= last.then(() => {
      next = null;
      return handOverAll();
    });
    last = next;
    return next;
  }

  const warn = (error: unknown) => {
    if (!trouble.note(error, { jobs: 'scheduling' }))
      log.warn({ event: 'jobs not scheduled', err: error }, 'jobs not scheduled');
  };

  function handOverAll(): Promise<boolean> {
    return runAs('job', async () => {
      try {
        for (let isMoreDue = true; isMoreDue;) {
          const handed = await handOver(source, QUEUE_NAMES);
          for (const queue of handed.filled) workers.get(queue)?.wake();
          ({ isMoreDue } = handed);
        }
        await onAnswer(true);
        return true;
      } catch (error) {
        warn(error);
        // If the clock is what failed, nobody can say when.
        await onAnswer(false).catch(warn);
        return false;
      }
    });
  }

  /** Looks for all jobs that can begin, whether due, to be retried, or added by another process. */
  async function look(): Promise<void> {
    if (!(await scheduleNow())) return;
    await runAs('job', async () => {
      for (const queue of await listQueuesWithJobs(db, QUEUE_NAMES)) workers.get(queue)?.wake();
    }).catch(warn);
  }

  /** Shows that the running jobs are alive, and aborts those that another process has been given meanwhile. */
  async function beat(): Promise<void> {
    const held = [...workers.values()].flatMap((worker) => worker.running());
    if (held.length === 0) return;
    try {
      const kept = new Set(
        await runAs('job', () =>
          refreshHeartbeats(
            db,
            held.map(({ job }) => job),
          ),
        ),
      );
      for (const { job, isLost } of held)
        if (!kept.has(job.id)) isLost.abort(new Error(`another process has been given job ${job.id}`));
    } catch (error) {
      onError(error);
    }
  }

  async function repeatJobs(): Promise<void> {
    const { shared } = await readTimes(clock);
    for (const [queue, everyMs] of INTERVALS) await scheduled.addRepeatedJob(db, { queue, everyMs, shared });
    await scheduled.deleteRepeatedJobsExcept(db, [...INTERVALS.keys()]);
  }

  let isWorking = false;
  let stopLooking = async (): Promise<void> => undefined;
  let stopBeating = async (): Promise<void> => undefined;
  let started: Promise<void> | undefined;

  async function startWorking(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const boss = await open();
        await runAs('job', async () => {
          await startBoss(boss, jobStore);
          await repeatJobs();
        });
        for (const queue of QUEUE_NAMES) workers.set(queue, workerOf(boss, queue));
        isWorking = true;
        stopLooking = repeat(look, LOOK_EVERY_MS);
        stopBeating = repeat(beat, BEAT_EVERY_MS);
        return;
      } catch (error) {
        log.error({ event: 'jobs not started', err: error }, 'jobs not started');
        await pause(START_AGAIN_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  return {
    /** Runs jobs in this process from now on. If the database doesn't answer, it tries until it does. */
    start: (): void => {
      started ??= startWorking();
    },

    /**
     * Begins no more jobs, and lets running ones finish for `drainMs`. Then it interrupts them, waits `interruptedMs`
     * for their end, and leaves the others to the next process.
     */
    stop: async (drainMs: number, interruptedMs = 0): Promise<void> => {
      closing.abort();
      await started;
      await stopLooking();
      const all = [...workers.values()];
      const untilIdle = (limitMs: number) =>
        inTime(() => Promise.all(all.map((worker) => worker.idle())), limitMs).catch(() => undefined);
      await untilIdle(drainMs);
      stopping.abort();
      await untilIdle(interruptedMs);
      await stopBeating();
      await runAs('job', () => Promise.all(all.map((worker) => worker.abandon()))).catch(onError);
      if (started) await (await open()).stop({ graceful: false, close: false });
    },

    /** Something has just been scheduled and committed, and somebody waits for it. */
    kick: (queue: QueueName): void => {
      if (isWorking) void inFlight.track(scheduleNow());
      else if (runsKicked) void inFlight.track(runDue([queue]));
    },

    findTrouble: createTroubleFinder({ db, clock }),

    /** Resolves when nothing that this process has begun is running anymore. */
    idle: inFlight.idle,
    runDue,
    /** The same, and repeated jobs run whether or not they are due. */
    runNow: async (queues: QueueName[]): Promise<void> => {
      await repeatJobs();
      await scheduled.makeRepeatedJobsDue(db, queues, (await readTimes(clock)).shared);
      await runDue(queues);
    },
  };

  /** Runs what is due in these queues, here, until nothing is left; without timers. */
  async function runDue(queues: QueueName[]): Promise<void> {
    const boss = await ready();
    const own = new Map(queues.map((queue) => [queue, workerOf(boss, queue)]));
    for (let isDone = false; !isDone && !closing.signal.aborted;) {
      isDone = await runAs('job', async () => {
        const handOverMore = () => handOver(source, queues);
        const { filled } = await handOverMore();
        let count = 0;
        for (const queue of await listQueuesWithJobs(db, queues))
          count += (await own.get(queue)?.drain(handOverMore)) ?? 0;
        return filled.length + count === 0;
      });
    }
  }
}
export type Jobs = ReturnType<typeof createJobs>;
