import { sql, type RawBuilder } from 'kysely';
import type { JobPayloads } from '#contract/job-payloads.ts';
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

type SqlPayload<P> = P extends unknown ? { [K in keyof P]-?: RawBuilder<P[K]> } : never;
type JobRowsOf<Q extends keyof JobPayloads> = {
  queue: Q;
  key: RawBuilder<string>;
  payload: SqlPayload<JobPayloads[Q]>;
  dueAt: RawBuilder<Date>;
  /** What follows `from`: the rows that need a job, each of which yields the expressions above. */
  from: RawBuilder<unknown>;
};
/** Jobs that a statement finds: one for each row of `from`. */
export type JobRows = { [Q in keyof JobPayloads]: JobRowsOf<Q> }[keyof JobPayloads];

function selectJobs({ queue, key, payload, dueAt, from }: JobRows): RawBuilder<unknown> {
  const fields = Object.entries<RawBuilder<unknown>>(payload).map(([name, value]) => sql`${sql.lit(name)}, ${value}`);
  return sql`select ${sql.lit(queue)}, ${key}, jsonb_build_object(${sql.join(fields)}), ${dueAt} from ${from}`;
}

const insertJobs = (jobs: readonly JobRows[]) =>
  sql`insert into scheduled_jobs (queue, key, payload, due_at) ${sql.join(jobs.map(selectJobs), sql` union all `)}`;

/**
 * Part of a statement: schedules jobs that a statement finds itself. A job with the same key that still waits stays as
 * it is. With `schedule` (server/jobs/schedule.ts), this is the only way to add a job.
 */
export const enqueueJobs = (...jobs: readonly JobRows[]): RawBuilder<unknown> =>
  sql`${insertJobs(jobs)} on conflict do nothing`;

/** Part of a statement: the same, but takes the place of a job with the same key that still waits. */
export const replaceJobs = (...jobs: readonly JobRows[]): RawBuilder<unknown> =>
  sql`${insertJobs(jobs)} on conflict (queue, key) do update set payload = excluded.payload, due_at = excluded.due_at`;

/** The key of every repeated job: there is one for each queue. */
const REPEATED = '';
/** Part of a statement: the time that repeated jobs go by. Null stands for the database's. */
export const timeOf = (shared: Date | null) => (shared === null ? sql<Date>`now()` : sql<Date>`${shared}::timestamptz`);
const interval = (milliseconds: string) => sql`${sql.ref(milliseconds)} * interval '1 millisecond'`;

/** Makes sure that a job repeats. One that is new is due now; the others keep their time, if it isn't too far away. */
export async function addRepeatedJob(
  db: Db,
  { queue, everyMs, shared }: { queue: string; everyMs: number; shared: Date | null },
): Promise<void> {
  await sql`
    insert into scheduled_jobs as job (queue, key, payload, due_at, every_ms)
    values (${queue}, ${REPEATED}, '{}', ${timeOf(shared)}, ${everyMs})
    on conflict (queue, key) do update set every_ms = excluded.every_ms,
      due_at = least(job.due_at, ${timeOf(shared)} + ${interval('excluded.every_ms')})`.execute(db);
}

/** Makes repeated jobs of these queues due now. Returns how many there are. */
export async function makeRepeatedJobsDue(db: Db, queues: string[], shared: Date | null): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('scheduled_jobs')
    .set({ due_at: timeOf(shared) })
    .where('every_ms', 'is not', null)
    .where('queue', 'in', queues)
    .executeTakeFirst();
  return Number(numUpdatedRows);
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

/** `now` is the product's clock, for jobs that run once; `shared` is for repeated ones. */
export type Times = { now: Date; shared: Date | null };

/**
 * Whether a job in one of these queues is due: cheap, because the scheduler asks every second. Corrects repeated jobs
 * whose next time is more than one interval away, as when the clock that set it was wrong.
 */
export async function hasDueJob(db: Db, queues: readonly string[], { now, shared }: Times): Promise<boolean> {
  const repeated = sql`queue = any(${sql.val(queues)}::text[]) and key = ${REPEATED} and every_ms is not null`;
  const { rows } = await sql<{ is: boolean }>`
    with corrected as (
      update scheduled_jobs set due_at = ${timeOf(shared)} + ${interval('every_ms')}
      where ${repeated} and due_at > ${timeOf(shared)} + ${interval('every_ms')}
    )
    select exists (select from scheduled_jobs where ${repeated} and due_at <= ${timeOf(shared)})
      or exists (select from scheduled_jobs
        where due_at <= ${now} and queue = any(${sql.val(queues)}::text[]) and every_ms is null) as is`.execute(db);
  return rows[0]?.is === true;
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
  { queues, now, shared, limit }: Times & { queues: readonly string[]; limit: number },
): Promise<TakenJob[]> {
  const { rows } = await sql<TakenJob>`
    with oldest as (
      (select queue, key, due_at, coalesce(payload ->> 'userId', key) as owner from scheduled_jobs
        where due_at <= ${now} and queue = any(${sql.val(queues)}::text[]) and every_ms is null
        order by due_at limit ${sql.lit(LOOKED_AT)})
      union all
      select queue, key, due_at, key from scheduled_jobs
      where due_at <= ${timeOf(shared)} and queue = any(${sql.val(queues)}::text[]) and key = ${REPEATED} and every_ms is not null
    ), first as (
      select queue, key, due_at, row_number() over (partition by queue, owner order by due_at) as place
      from oldest order by place, due_at limit ${limit}
    ), due as (
      select s.queue, s.key, s.payload, s.every_ms, first.place, s.due_at
      from first join scheduled_jobs s on s.queue = first.queue and s.key = first.key
      where s.due_at <= case when s.every_ms is null then ${now}::timestamptz else ${timeOf(shared)} end
      for update of s skip locked
    ), repeated as (
      update scheduled_jobs s set due_at = ${timeOf(shared)} + ${interval('due.every_ms')}
      from due where s.queue = due.queue and s.key = due.key and due.every_ms is not null
    ), taken as (
      delete from scheduled_jobs s using due where s.queue = due.queue and s.key = due.key and due.every_ms is null
    )
    select queue, key, payload from due order by place, due_at`.execute(trx);
  return rows;
}
