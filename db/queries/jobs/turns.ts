import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';

/*
 * Queues that take turns (decision 046). All their due jobs wait in pg-boss, with priority 0 until they get a turn and
 * 1 from then on. Workers of these queues fetch only jobs with a turn, in the order in which they got it. A job that
 * failed keeps priority 1 while it pauses, and gets in line again when its pause ends; `started_on`, which a job with a
 * turn gets when it is fetched, tells the two apart.
 */

/** The priority in pg-boss of a job that has its turn. */
export const HAS_TURN = 1;
/** The priority of all others, and of every job that is added. */
const IN_LINE = 0;
/** The first half of the key of each queue's advisory lock. The number is arbitrary. */
const TURNS_LOCK = 4_600_460;

/** Part of a statement: whose job it is. Jobs without a person take turns with each other. */
export const owner = (job: string): RawBuilder<unknown> => sql`coalesce(${sql.ref(`${job}.data`)} ->> 'userId', '')`;
/** Part of a statement: jobs that can be fetched or given a turn, in the words of the index that pg-boss fetches by. */
const isWaiting = (job: string) => sql`${sql.ref(`${job}.state`)} < 'active' and not ${sql.ref(`${job}.blocked`)}`;
/**
 * Part of a statement: the same (we have no blocked jobs), in the words of our index. Without statistics the planner
 * would otherwise go through all jobs of a queue to find those of one person.
 */
const isWaitingOf = (job: string) =>
  sql`${sql.ref(`${job}.state`)} < 'active' and ${sql.ref(`${job}.state`)} <= 'active'`;
/** Part of a statement: jobs that have a turn, whether they have been fetched or not. */
export const hasTurn = (job: string): RawBuilder<unknown> =>
  sql`(${sql.ref(`${job}.priority`)} = ${HAS_TURN} and ${sql.ref(`${job}.state`)} <= 'active'
    and (${sql.ref(`${job}.state`)} = 'active' or ${sql.ref(`${job}.started_on`)} is null))`;

/**
 * Finds a person's jobs in line, however many others there are. On pg-boss's table, so it isn't part of our migrations.
 */
export const TURNS_INDEX = {
  name: 'pgboss.job_turns',
  create: `begin;
    select pg_advisory_xact_lock(${TURNS_LOCK}, 0);
    create index if not exists job_turns on pgboss.job_common (name, (coalesce(data ->> 'userId', '')), priority, created_on, start_after)
      where state <= 'active';
    commit`,
};

/**
 * The queues in which a job can be fetched or given a turn. Jobs that failed and whose pause ends within seconds get in
 * line first, so that none runs without a turn.
 */
export async function listQueuesWithJobs<Q extends string>(db: Db, queues: readonly Q[]): Promise<Q[]> {
  const { rows } = await sql<{ queue: Q }>`
    with lined_up as (
      update pgboss.job j set priority = ${IN_LINE}
      from (
        select j.name, j.id from pgboss.job j
        where j.name = any(${queues}::text[]) and ${isWaiting('j')} and j.state = 'retry' and j.priority = ${HAS_TURN}
          and j.started_on is not null and j.start_after <= now() + interval '5 seconds'
        for update skip locked) due
      where j.name = due.name and j.id = due.id
    )
    select queue from unnest(${queues}::text[]) as queue
    where exists (select from pgboss.job j where j.name = queue and ${isWaiting('j')} and j.start_after <= now())`.execute(
    db,
  );
  return rows.map(({ queue }) => queue);
}

/** Whether a job of this queue, which takes turns, waits for its turn. */
export async function isJobInLine(db: Db, queue: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job j
    where j.name = ${queue} and j.priority = ${IN_LINE} and ${isWaiting('j')} and j.start_after <= now() limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Gives turns to jobs in line, so that `perPerson` of each person have one or run. Everyone's first goes before
 * anyone's second, and all of them behind those that got their turn before. One process at a time, or two would count
 * the same jobs and both give a turn. If `waits` is false and another is at it, it does nothing, and the queue's worker
 * gives the turns.
 */
export async function giveTurns(
  trx: Db,
  { queue, perPerson, waits }: { queue: string; perPerson: number; waits: boolean },
): Promise<void> {
  const take = sql.raw(waits ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock');
  const { rows } = await sql<{ taken: unknown }>`
    select ${take}(${TURNS_LOCK}::integer, hashtext(${queue})) as taken`.execute(trx);
  if (rows[0]?.taken === false) return;
  // It goes from person to person in the index, so that a person's thousands of jobs cost as much as one. Jobs are
  // fetched in the order of `created_on`. A fetch counts a retry only where `started_on` is set, so the retry is
  // counted here. A job whose `started_on` has changed was fetched meanwhile, by a process of an earlier version. The
  // array has the planner look the jobs up by their ids.
  await sql`
    with recursive person as (
      (select ${owner('j')} as id from pgboss.job j
        where j.name = ${queue} and j.priority = ${IN_LINE} and ${isWaitingOf('j')} order by 1 limit 1)
      union all
      select (select ${owner('j')} as id from pgboss.job j
        where j.name = ${queue} and j.priority = ${IN_LINE} and ${isWaitingOf('j')} and ${owner('j')} > person.id order by 1 limit 1)
      from person where person.id is not null
    ), next as (
      select job.id, job.created_on, job.started_on, held.count + job.place as turn
      from person
      cross join lateral (
        select count(*) from pgboss.job j
        where j.name = ${queue} and ${owner('j')} = person.id and ${hasTurn('j')}) held
      cross join lateral (
        select j.id, j.created_on, j.started_on, row_number() over (order by j.created_on) as place from pgboss.job j
        where j.name = ${queue} and ${owner('j')} = person.id and j.priority = ${IN_LINE} and ${isWaitingOf('j')} and j.start_after <= now()
        order by j.created_on limit greatest(${perPerson} - held.count, 0)) job
      where person.id is not null
    ), given as materialized (
      select id, started_on, row_number() over (order by turn, created_on) as place from next
    ), last as materialized (
      select greatest(clock_timestamp(), max(j.created_on)) as turn_at from pgboss.job j
      where j.name = ${queue} and j.priority = ${HAS_TURN} and ${isWaiting('j')}
    )
    update pgboss.job j
    set priority = ${HAS_TURN}, created_on = last.turn_at + given.place * interval '1 microsecond', started_on = null,
      retry_count = j.retry_count + (j.started_on is not null)::int
    from given, last
    where j.name = ${queue} and j.id = any(array(select id from given)) and j.id = given.id
      and j.started_on is not distinct from given.started_on`.execute(trx);
}
