import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type ScheduledJob = { queue: string; key: string; payload: Record<string, unknown>; dueAt: Date };

/** Schedules a job, in place of one with this key that is still waiting. */
export async function addScheduledJob(db: Db, { queue, key, payload, dueAt }: ScheduledJob): Promise<void> {
  await db
    .insertInto('scheduled_jobs')
    .values({ queue, key, payload, due_at: dueAt })
    .onConflict((conflict) => conflict.columns(['queue', 'key']).doUpdateSet({ payload, due_at: dueAt }))
    .execute();
}

/** Makes sure that a job repeats. One that is new is due now; the others keep their time. */
export async function addRepeatedJob(
  db: Db,
  { queue, everyMs, now }: { queue: string; everyMs: number; now: Date },
): Promise<void> {
  await db
    .insertInto('scheduled_jobs')
    .values({ queue, key: '', payload: {}, due_at: now, every_ms: everyMs })
    .onConflict((conflict) => conflict.columns(['queue', 'key']).doUpdateSet({ every_ms: everyMs }))
    .execute();
}

/** Makes repeated jobs of these queues due now. */
export async function hastenRepeatedJobs(db: Db, queues: string[], now: Date): Promise<void> {
  await db
    .updateTable('scheduled_jobs')
    .set({ due_at: now })
    .where('every_ms', 'is not', null)
    .where('queue', 'in', queues)
    .execute();
}

/** Forgets repeated jobs that an older version had and this one doesn't. */
export async function deleteRepeatedJobsExcept(db: Db, queues: string[]): Promise<void> {
  await db.deleteFrom('scheduled_jobs').where('every_ms', 'is not', null).where('queue', 'not in', queues).execute();
}

/** A job that is no longer wanted. One that has begun is not stopped. */
export async function deleteScheduledJob(db: Db, queue: string, key: string): Promise<void> {
  await db.deleteFrom('scheduled_jobs').where('queue', '=', queue).where('key', '=', key).execute();
}

/** Jobs about a person whose account is deleted. */
export async function deleteScheduledJobsOf(trx: Db, userId: UserId): Promise<void> {
  await trx
    .deleteFrom('scheduled_jobs')
    .where(sql`payload ->> 'userId'`, '=', userId)
    .execute();
}

/** Whether a job in one of these queues is due: cheap, because the scheduler asks every second. */
export async function hasDueJob(db: Db, queues: readonly string[], now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('scheduled_jobs')
    .select('queue')
    .where('due_at', '<=', now)
    .where('queue', 'in', queues)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type TakenJob = Pick<ScheduledJob, 'queue' | 'key' | 'payload'>;
/** How many due jobs are looked at, to take everyone's first before anyone's second. */
const LOOKED_AT = 10_000;

/**
 * Takes jobs that are due, each once across all processes, in the transaction that hands them on: everyone's first in
 * each queue, then everyone's second, so that one person's thousands are behind others' few. A repeated job is due
 * again after its interval, however late it is now.
 */
export async function takeDueJobs(
  trx: Db,
  { queues, now, limit }: { queues: readonly string[]; now: Date; limit: number },
): Promise<TakenJob[]> {
  const { rows } = await sql<TakenJob>`
    with oldest as (
      select queue, key, due_at, coalesce(payload ->> 'userId', key) as owner from scheduled_jobs
      where due_at <= ${now} and queue = any(${sql.val(queues)}::text[])
      order by due_at limit ${sql.lit(LOOKED_AT)}
    ), first as (
      select queue, key, due_at, row_number() over (partition by queue, owner order by due_at) as place
      from oldest order by place, due_at limit ${limit}
    ), due as (
      select s.queue, s.key, s.payload, s.every_ms, first.place, s.due_at
      from first join scheduled_jobs s on s.queue = first.queue and s.key = first.key
      where s.due_at <= ${now} for update of s skip locked
    ), repeated as (
      update scheduled_jobs s set due_at = ${now}::timestamptz + due.every_ms * interval '1 millisecond'
      from due where s.queue = due.queue and s.key = due.key and due.every_ms is not null
    ), taken as (
      delete from scheduled_jobs s using due where s.queue = due.queue and s.key = due.key and due.every_ms is null
    )
    select queue, key, payload from due order by place, due_at`.execute(trx);
  return rows;
}
