import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { timeOf, type Times } from './scheduled-jobs.ts';
import { HAS_TURN, hasTurn, owner } from './turns.ts';

/** The library's tables exist once a process has run jobs on this database. */
async function hasJobTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('pgboss.job') is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}

export type QueueOverview = {
  queue: string;
  /** Not due yet, on the product's clock. */
  scheduled: number;
  /** Due and not begun, or begun and failed, to be tried again. */
  waiting: number;
  running: number;
  /** Of those that wait or run, how many have failed at least once. */
  failing: number;
  /** How long the oldest one has been due, in seconds; null if none is. */
  oldestSeconds: number | null;
};

/** Every queue that holds something, those with the oldest work first. */
export async function listQueues(db: Db, now: Date): Promise<QueueOverview[]> {
  const handedOver = (await hasJobTables(db))
    ? sql`select name as queue, 0 as scheduled, (state <> 'active')::int as waiting, (state = 'active')::int as running,
        (retry_count > 0)::int as failing, case when state <> 'active' then extract(epoch from now() - start_after) end as age
      from pgboss.job where state in ('created', 'retry', 'active') and name <> 'dead-letters'`
    : sql`select '' as queue, 0 as scheduled, 0 as waiting, 0 as running, 0 as failing, null::numeric as age where false`;
  const { rows } = await sql<QueueOverview>`
    select queue, sum(scheduled)::int as scheduled, sum(waiting)::int as waiting, sum(running)::int as running,
      sum(failing)::int as failing, max(age) filter (where age > 0)::int as "oldestSeconds"
    from (
      ${handedOver}
      union all
      select queue, (due_at > ${now})::int, (due_at <= ${now})::int, 0, 0, extract(epoch from ${now}::timestamptz - due_at)
      from scheduled_jobs
    ) job group by queue order by "oldestSeconds" desc nulls last, queue`.execute(db);
  return rows;
}

export type DeadLetter = {
  id: string;
  queue: string;
  key: string | null;
  payload: Record<string, unknown>;
  attempts: number;
  /** When it was created, and when it was given up. */
  createdAt: Date;
  failedAt: Date;
  error: string;
};

/** Jobs that failed for the last time, newest first. */
export async function listDeadLetters(db: Db, limit: number): Promise<DeadLetter[]> {
  if (!(await hasJobTables(db))) return [];
  const { rows } = await sql<DeadLetter>`
    select id, coalesce(source_name, '') as queue, singleton_key as key, data as payload,
      coalesce(source_retry_count, 0)::int + 1 as attempts, coalesce(source_created_on, created_on) as "createdAt",
      created_on as "failedAt", coalesce(source_output ->> 'message', source_output #>> '{value,message}', '') as error
    from pgboss.job where name = 'dead-letters' and state = 'created' order by created_on desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Jobs of these queues that failed for the last time and haven't been settled, oldest first. */
export async function listUnsettledDeadLetters(
  db: Db,
  queues: readonly string[],
  limit: number,
): Promise<Pick<DeadLetter, 'id' | 'queue' | 'payload'>[]> {
  const { rows } = await sql<Pick<DeadLetter, 'id' | 'queue' | 'payload'>>`
    select id, source_name as queue, data as payload from pgboss.job
    where name = 'dead-letters' and state = 'created' and output is null and source_name = any(${queues}::text[])
    order by created_on limit ${limit}`.execute(db);
  return rows;
}

/** Marks it as settled. The dead letter stays for the operator. */
export async function settleDeadLetter(db: Db, id: string): Promise<void> {
  await sql`
    update pgboss.job set output = '{"settled": true}' where name = 'dead-letters' and id = ${id}::uuid and state = 'created'`.execute(
    db,
  );
}

/** The queues of jobs that failed for the last time. */
export async function listQueuesOfDeadLetters(db: Db): Promise<string[]> {
  if (!(await hasJobTables(db))) return [];
  const { rows } = await sql<{ queue: string }>`
    select distinct coalesce(source_name, '') as queue from pgboss.job
    where name = 'dead-letters' and state = 'created' order by queue`.execute(db);
  return rows.map(({ queue }) => queue);
}

/**
 * Queues with work that should have begun more than `seconds` ago. A job that waits for its turn should begin once its
 * person has no job with a turn; one that has its turn should begin soon after it got it.
 */
export async function listStuckQueues(
  db: Db,
  { now, shared, seconds }: Times & { seconds: number },
): Promise<string[]> {
  const handedOver = (await hasJobTables(db))
    ? sql`select j.name from pgboss.job j
        where j.state in ('created', 'retry') and j.name <> 'dead-letters'
          and greatest(j.start_after, j.created_on) < now() - ${seconds} * interval '1 second'
          and (j.priority = ${HAS_TURN} or not exists (
            select from pgboss.job other where other.name = j.name and ${owner('other')} = ${owner('j')} and ${hasTurn('other')}))`
    : sql`select '' as name where false`;
  const { rows } = await sql<{ queue: string }>`
    select name as queue from (${handedOver}) job
    union
    select queue from scheduled_jobs
    where due_at < case when every_ms is null then ${now}::timestamptz else ${timeOf(shared)} end
      - ${seconds} * interval '1 second'
    order by queue`.execute(db);
  return rows.map(({ queue }) => queue);
}

export type RepeatedJob = {
  queue: string;
  everySeconds: number;
  /** Negative if it is overdue. */
  dueInSeconds: number;
  /** How long ago it was last done, in seconds; null if it wasn't within a day. */
  doneSeconds: number | null;
};

/** Repeated jobs by the database's time, those that are due first at the top. */
export async function listRepeatedJobs(db: Db): Promise<RepeatedJob[]> {
  const lastDone = (await hasJobTables(db))
    ? sql`(select extract(epoch from now() - max(j.completed_on))::int from pgboss.job j
        where j.name = queue and j.state = 'completed')`
    : sql`null::int`;
  const { rows } = await sql<RepeatedJob>`
    select queue, every_ms / 1000 as "everySeconds", extract(epoch from due_at - now())::int as "dueInSeconds",
      ${lastDone} as "doneSeconds"
    from scheduled_jobs where every_ms is not null order by due_at, queue`.execute(db);
  return rows;
}

/** The queues of repeated jobs that should have begun more than `seconds` ago. */
export async function listOverdueJobs(
  db: Db,
  { shared, seconds }: Pick<Times, 'shared'> & { seconds: number },
): Promise<string[]> {
  const { rows } = await sql<{ queue: string }>`
    select queue from scheduled_jobs
    where every_ms is not null and due_at < ${timeOf(shared)} - ${seconds} * interval '1 second' order by queue`.execute(
    db,
  );
  return rows.map(({ queue }) => queue);
}

/** Whether a process is running this job, as far as its heartbeats say. */
export async function isJobRunning(db: Db, jobId: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where id = ${jobId}::uuid and state = 'active'`.execute(db);
  return rows.length > 0;
}

/** Whether this work is scheduled, queued or running. */
export async function isJobUnfinished(db: Db, queue: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from scheduled_jobs where queue = ${queue} and key = ${key})
      or exists (select from pgboss.job
        where name = ${queue} and singleton_key = ${key} and state in ('created', 'retry', 'active')) as is`.execute(
    db,
  );
  return rows[0]?.is === true;
}

/** Deletes all that is known of work: scheduled, waiting, running, done or given up. */
export async function deleteJobs(db: Db, queue: string, keys: string[]): Promise<void> {
  // First, so that a job that is just being handed over is found below.
  await db.deleteFrom('scheduled_jobs').where('queue', '=', queue).where('key', 'in', keys).execute();
  if (!(await hasJobTables(db))) return;
  await sql`
    delete from pgboss.job where singleton_key = any(${keys}::text[])
      and (name = ${queue} or (name = 'dead-letters' and source_name = ${queue}))`.execute(db);
}
