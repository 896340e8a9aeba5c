import type { Db } from '#db/client.ts';
import { deleteJobs } from '#db/queries/jobs/job-overview.ts';
import { addScheduledJob, deleteScheduledJob } from '#db/queries/jobs/scheduled-jobs.ts';
import type { Payload, QueueName } from './queues.ts';

/**
 * Schedules a job, usually in the transaction that makes it necessary, so that neither can be lost without the other. `key` identifies the
 * work: while a job with the same key waits, there is only that one. `dueAt` is on the product's clock.
 */
export function schedule<Q extends QueueName>(
  db: Db,
  queue: Q,
  { key, payload, dueAt }: { key: string; payload: Payload<Q>; dueAt: Date },
): Promise<void> {
  return addScheduledJob(db, { queue, key, payload, dueAt });
}

/** The work is no longer wanted. A job that has begun is not stopped. */
export function unschedule(db: Db, queue: QueueName, key: string): Promise<void> {
  return deleteScheduledJob(db, queue, key);
}

/**
 * The same, in every state: a job that failed isn't retried, and nothing of it is kept. One that runs isn't stopped.
 */
export function cancel(db: Db, queue: QueueName, keys: string[]): Promise<void> {
  return deleteJobs(db, queue, keys);
}
