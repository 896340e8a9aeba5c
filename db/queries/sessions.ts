import { sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';

export type SessionRow = { id: string; userId: UserId; email: string; expiresAt: Date; absoluteExpiresAt: Date };

const sessionByHash = compileOnce<{ idHash: string }, SessionRow>((db, param) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id as userId',
      'users.email',
      'sessions.expires_at as expiresAt',
      'sessions.absolute_expires_at as absoluteExpiresAt',
    ])
    .where('sessions.id', '=', param('idHash'))
    .compile(),
);

/** The session and its person in one statement, expired or not. */
export async function findSession(db: Db, idHash: string): Promise<SessionRow | undefined> {
  const [row] = await sessionByHash(db, { idHash });
  return row;
}

export async function addSession(
  db: Db,
  session: { idHash: string; userId: UserId; now: Date; expiresAt: Date; absoluteExpiresAt: Date },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.idHash,
      user_id: session.userId,
      created_at: session.now,
      expires_at: session.expiresAt,
      absolute_expires_at: session.absoluteExpiresAt,
    })
    .execute();
}

export async function renewSession(db: Db, idHash: string, expiresAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', idHash).execute();
}

/** Ends a session, and tells every process that it has. */
export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await sql`
    with ended as (delete from sessions where id = ${idHash} returning id)
    select pg_notify('session_ended', id) from ended`.execute(db);
}

export async function deleteSessionsOf(db: Db, userId: UserId): Promise<void> {
  await sql`
    with ended as (delete from sessions where user_id = ${userId} returning id)
    select pg_notify('session_ended', ${userId}::text) from ended limit 1`.execute(db);
}

export async function listSessionsOf(db: Db, userId: UserId): Promise<{ id: string; expiresAt: Date }[]> {
  return db.selectFrom('sessions').select(['id', 'expires_at as expiresAt']).where('user_id', '=', userId).execute();
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((or) => or.or([or('expires_at', '<=', now), or('absolute_expires_at', '<=', now)]))
    .execute();
}
