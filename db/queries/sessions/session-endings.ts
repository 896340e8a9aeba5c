import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** Ends a session, and signals every process that it has. */
export async function deleteSession(db: Db, userId: UserId, idHash: string): Promise<void> {
  await sql`
    with ended as (delete from sessions where user_id = ${userId} and id = ${idHash} returning id)
    select pg_notify('session_ended', id) from ended`.execute(db);
}

/** Ends a session by the id in the person's list of sessions. Returns false if it doesn't exist or isn't theirs. */
export async function deleteSessionByPublicId(db: Db, userId: UserId, publicId: string): Promise<boolean> {
  const { rows } = await sql<{ notified: unknown }>`
    with ended as (delete from sessions where user_id = ${userId} and public_id = ${publicId} returning id)
    select pg_notify('session_ended', id) as notified from ended`.execute(db);
  return rows.length > 0;
}

/**
 * Ends every session of a person except `keptPublicId`, with the authorization codes that would start new ones and the
 * cookies of known browsers, and signals every process to drop what it cached about them. The person is locked first
 * (`holdPerson`): without that, two of these could lock the sessions in different orders and deadlock.
 */
export async function deleteSessionsOf(db: Db, userId: UserId, keptPublicId: string | null = null): Promise<void> {
  await sql`
    with person as (
      update users set browser_generation = browser_generation + 1 where id = ${userId} returning id),
    codes as (delete from authorization_codes where user_id = ${userId} and exists (select from person)),
    ended as (
      delete from sessions
      where user_id = ${userId} and exists (select from person) and public_id is distinct from ${keptPublicId}::uuid
      returning id)
    select pg_notify('session_ended', ${userId}::text), count(*) from ended`.execute(db);
}

/** Every process drops what it cached about a person's sessions, because something about the person has changed. */
export async function notifySessionsChanged(db: Db, userId: UserId): Promise<void> {
  await sql`select pg_notify('session_ended', ${userId}::text)`.execute(db);
}

/** How long the row of a session that ran out outlives its cookie, in milliseconds. */
const OUTLIVES_COOKIE_MS = 24 * 60 * 60_000;

/**
 * Sessions of many people that ran out, in no order: a locked one is left for the next run. A cookie lasts until
 * `expires_at`. The row outlives it, because a cookie whose session has no row was ended (SESSION-6).
 */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - OUTLIVES_COOKIE_MS);
  await db
    .deleteFrom('sessions')
    .where(
      (where) => where.refTuple('user_id', 'id'),
      'in',
      (from) =>
        from
          .selectFrom('sessions')
          .select(['user_id', 'id'])
          .where('expires_at', '<=', before)
          .forUpdate()
          .skipLocked()
          .$asTuple('user_id', 'id'),
    )
    .execute();
}
