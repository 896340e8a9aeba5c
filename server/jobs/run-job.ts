import { inTime } from '#server/lib/concurrency/in-time.ts';
import { describeFor, type Log } from '#server/lib/log.ts';
import type { FetchedJob } from './boss.ts';
import { QUEUES, type Payload, type QueueName } from './queues.ts';

/** What a job knows about its run. */
export type Run = {
  /** The same each time the job runs. */
  jobId: string;
  /** Aborts when the process stops, when the time is up, and when another process has taken the job over. */
  signal: AbortSignal;
  /** Whether it becomes a dead letter if it fails now. */
  isLastTry: boolean;
};

/** What each queue's jobs do. Each may run again after it was done, in part or in whole, and must then change nothing. */
export type Handlers = { [Q in QueueName]: (payload: Payload<Q>, run: Run) => Promise<unknown> };

export type Outcome = { status: 'completed' } | { status: 'failed'; output: object };

/** Runs one job. Never throws: a failure is logged and is the outcome. */
export async function runJob(
  queue: QueueName,
  job: FetchedJob,
  { handlers, stopping, log }: { handlers: Handlers; stopping: AbortSignal; log: Log },
): Promise<Outcome> {
  const { payload, timeLimitMs } = QUEUES[queue];
  const about = { queue, job: job.id, key: job.singletonKey, attempt: job.retryCount + 1 };
  const parsed = payload.safeParse(job.data);
  if (!parsed.success) {
    log.error({ event: 'job refused', ...about, err: parsed.error }, `job refused: ${queue}`);
    // While the product is being updated, a newer process may know what it means.
    return { status: 'failed', output: describeFor(log, parsed.error) };
  }
  const over = new AbortController();
  const signal = AbortSignal.any([stopping, over.signal, ...(job.signal ? [job.signal] : [])]);
  const isLastTry = job.retryCount >= job.retryLimit;
  const handle = handlers[queue] as (payload: Payload<QueueName>, run: Run) => Promise<unknown>; // reason: it takes what its own queue’s schema parses
  try {
    await inTime(() => handle(parsed.data, { jobId: job.id, signal, isLastTry }), timeLimitMs);
    return { status: 'completed' };
  } catch (error) {
    over.abort();
    if (stopping.aborted) log.warn({ event: 'job interrupted', ...about, err: error }, `job interrupted: ${queue}`);
    else if (isLastTry) log.error({ event: 'job given up', ...about, err: error }, `job given up: ${queue}`);
    else log.warn({ event: 'job failed', ...about, err: error }, `job failed: ${queue}`);
    return { status: 'failed', output: describeFor(log, error) };
  }
}
