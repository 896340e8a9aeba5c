import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** Whether this person has paused all of their automations. */
export async function isEverythingPaused(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('automation_settings')
    .select('paused_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.paused_at != null;
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
        and not exists (select from automation_settings where user_id = ${userId} and paused_at is not null)
      order by due_at, id
      limit greatest(0, ${atATime}::int - (
        select count(*)::int from automation_runs where user_id = ${userId} and status = 'running' and ended_at is null))
    )
    update automation_runs r set status = 'running', started_at = coalesce(started_at, ${now}::timestamptz), resume_at = null, reason = ''
    from line where r.user_id = ${userId} and r.id = line.id
    returning r.id`.execute(trx);
  return rows.map(({ id }) => id);
}
