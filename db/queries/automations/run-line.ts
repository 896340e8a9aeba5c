import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import { replaceJobs } from '../jobs/scheduled-jobs.ts';
import type { UserId } from '../../types.gen.ts';

/** Part of a statement: whether nothing of this person runs, because they paused everything or are deleting their account. */
export const isPaused = (userId: UserId): RawBuilder<boolean> => sql<boolean>`(
  exists (select from automation_settings where user_id = ${userId} and paused_at is not null)
  or exists (select from users where id = ${userId} and delete_after is not null))`;

/** Part of a statement: whether the automation of a run was removed. */
export const isRemoved = (userId: UserId, automationId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from automations removed
    where removed.user_id = ${userId} and removed.id = ${automationId} and removed.deleted_at is not null)`;

/** Whether nothing of this person runs. */
export async function isEverythingPaused(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isPaused(userId)} as is`.execute(db);
  return rows[0]?.is === true;
}

/** Part of a statement: how a run of this version gets in line, if its automation has one run at a time. */
export const waitsIfOneAtATime = (of: {
  userId: UserId;
  automationId: RawBuilder<unknown>;
  version: number;
}): RawBuilder<'waits' | null> => sql<'waits' | null>`(
  select 'waits' from automation_versions v
  where v.user_id = ${of.userId} and v.automation_id = ${of.automationId} and v.version = ${of.version}
    and v.definition -> 'oneAtATime' = 'true')`;

/**
 * Part of a statement: whether the run `r`, which waits to be the only one of its automation, is behind another: one that is due before it, or
 * has begun. A run that has begun counts as begun until it ends, even while it waits or is back in line, and whatever its version says.
 */
export const isBehindAnother = (userId: UserId): RawBuilder<boolean> => sql<boolean>`(
  exists (select from automation_runs o
    where o.user_id = ${userId} and o.automation_id = r.automation_id and o.exclusive is not null and o.ended_at is null
      and (o.exclusive = 'begun' or (o.due_at, o.id) < (r.due_at, r.id)))
  or exists (select from automation_runs o
    where o.user_id = ${userId} and o.automation_id = r.automation_id and o.exclusive is null and o.ended_at is null
      and (o.status <> 'queued' or o.started_at is not null or (o.due_at, o.id) < (r.due_at, r.id))))`;

/**
 * Lets runs that wait in line begin, oldest first, while fewer than `atATime` are running; none while everything is paused. A run whose
 * automation has one run at a time stays in line while it is behind another, without holding up other automations. Schedules the jobs of
 * the runs that begin, and returns their ids. Their owner must be held: two runs that end at once could let in the same one, or too many.
 */
export async function admitQueuedRuns(
  trx: Db,
  { userId, atATime, now }: { userId: UserId; atATime: number; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with line as (
      select r.id from automation_runs r
      where r.user_id = ${userId} and r.status = 'queued' and r.ended_at is null
        and not ${isPaused(userId)}
        and (r.exclusive is distinct from 'waits' or not ${isBehindAnother(userId)})
      order by r.due_at, r.id
      limit greatest(0, ${atATime}::int - (
        select count(*)::int from automation_runs where user_id = ${userId} and status = 'running' and ended_at is null))
    ), admitted as (
      update automation_runs r set status = 'running', started_at = coalesce(started_at, ${now}::timestamptz), resume_at = null, reason = '',
        exclusive = case when exclusive is not null then 'begun' end
      from line where r.user_id = ${userId} and r.id = line.id
      returning r.id
    ), jobs as (
      ${replaceJobs({
        queue: 'automation-run',
        key: sql`${userId}::text || ' ' || id::text`,
        payload: { userId: sql`${userId}::uuid`, runId: sql`id` },
        dueAt: sql`${now}::timestamptz`,
        from: sql`admitted`,
      })}
    )
    select id from admitted`.execute(trx);
  return rows.map(({ id }) => id);
}
