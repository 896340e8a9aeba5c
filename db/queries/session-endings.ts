import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';

/** Ends a session, and tells every process that it has. */
export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await sql`
    with ended as (delete from sessions where id = ${idHash} returning id)
    select pg_notify('session_ended', id) from ended`.execute(db);
}

/** Ends what a person's list of sessions names. False when it is not there, or not theirs. */
export async function deleteSessionByPublicId(db: Db, userId: UserId, publicId: string): Promise<boolean> {
  const { rows } = await sql<{ told: unknown }>`
    with ended as (delete from sessions where user_id = ${userId} and public_id = ${publicId} returning id)
    select pg_notify('session_ended', id) as told from ended`.execute(db);
  return rows.length > 0;
}

/**
 * Ends every session of a person but `keptPublicId`, and tells every process that what it knew of them is old. The person is
 * locked first (`holdPerson`): two of these would otherwise lock the sessions in different orders, and wait for each other.
 */
export async function deleteSessionsOf(db: Db, userId: UserId, keptPublicId: string | null = null): Promise<void> {
  await sql`
    with person as (select id from users where id = ${userId} for no key update),
    ended as (
      delete from sessions where user_id in (select id from person) and public_id is distinct from ${keptPublicId}::uuid returning id)
    select pg_notify('session_ended', ${userId}::text), count(*) from ended`.execute(db);
}

/** Every process forgets what it remembers of a person's sessions: something about the person has changed. */
export async function tellSessionsChanged(db: Db, userId: UserId): Promise<void> {
  await sql`select pg_notify('session_ended', ${userId}::text)`.execute(db);
}

/** Sessions of many people in no order: one that something else holds is left to the next time. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (from) =>
      from
        .selectFrom('sessions')
        .select('id')
        .where((where) => where.or([where('expires_at', '<=', now), where('absolute_expires_at', '<=', now)]))
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}
