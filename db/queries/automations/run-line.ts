import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** Part of a statement: whether nothing of this person runs, because they paused everything or are deleting their account. */
export const isHeldUp = (userId: UserId): RawBuilder<boolean> => sql<boolean>`(
  exists (select from automation_settings where user_id = ${userId} and paused_at is not null)
  or exists (select from users where id = ${userId} and delete_after is not null))`;

/** Part of a statement: whether the automation of a run was removed. */
export const isRemoved = (userId: UserId, automationId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from automations removed
    where removed.user_id = ${userId} and removed.id = ${automationId} and removed.deleted_at is not null)`;

/** Whether nothing of this person runs. */
export async function isEverythingHeldUp(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isHeldUp(userId)} as is`.execute(db);
  return rows[0]?.is === true;
}

/**
 * Lets runs that wait their turn begin, oldest first, while fewer than `atATime` are carried out; none while everything is paused. Returns
 * their ids. Their owner must be held, so that two ends of runs don't let the same one in, or too many.
 */
export async function admitQueuedRuns(
  trx: Db,
  { userId, atATime, now }: { userId: UserId; atATime: number; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with line as (
      select id from automation_runs
      where user_id = ${userId} and status = 'queued' and ended_at is null
        and not ${isHeldUp(userId)}
      order by due_at, id
      limit greatest(0, ${atATime}::int - (
        select count(*)::int from automation_runs where user_id = ${userId} and status = 'running' and ended_at is null))
    )
    update automation_runs r set status = 'running', started_at = coalesce(started_at, ${now}::timestamptz), resume_at = null, reason = ''
    from line where r.user_id = ${userId} and r.id = line.id
    returning r.id`.execute(trx);
  return rows.map(({ id }) => id);
}
