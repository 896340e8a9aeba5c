import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';

export type SessionRow = { id: string; userId: UserId; email: string; expiresAt: Date; absoluteExpiresAt: Date };

/** The session and its person in one statement. Expired ones are not found. */
export async function findSession(db: Db, idHash: string, now: Date): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id as userId',
      'users.email',
      'sessions.expires_at as expiresAt',
      'sessions.absolute_expires_at as absoluteExpiresAt',
    ])
    .where('sessions.id', '=', idHash)
    .where('sessions.expires_at', '>', now)
    .where('sessions.absolute_expires_at', '>', now)
    .executeTakeFirst();
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

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', idHash).execute();
}

export async function deleteSessionsOf(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
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
