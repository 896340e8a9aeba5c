import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export async function addRefreshToken(
  db: Db,
  token: { tokenHash: string; userId: UserId; publicId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .columns(['token_hash', 'user_id', 'session_id', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('sessions')
        .select([
          sql<string>`${token.tokenHash}`.as('token_hash'),
          'user_id',
          'id as session_id',
          sql<Date>`${token.now}::timestamptz`.as('created_at'),
        ])
        .where('user_id', '=', token.userId)
        .where('public_id', '=', token.publicId),
    )
    .execute();
}

export type TakenRefreshToken = { publicId: string; usedAt: Date | null };

/** Marks a token as used, in one statement. `usedAt` is when it was used before, or null on its first use. */
export async function takeRefreshToken(
  db: Db,
  { userId, tokenHash }: { userId: UserId; tokenHash: string },
  now: Date,
): Promise<TakenRefreshToken | undefined> {
  const { rows } = await sql<TakenRefreshToken>`
    with known as (
      select token_hash, used_at from refresh_tokens where user_id = ${userId} and token_hash = ${tokenHash} for update
    )
    update refresh_tokens set used_at = coalesce(refresh_tokens.used_at, ${now})
    from known, sessions
    where refresh_tokens.user_id = ${userId} and refresh_tokens.token_hash = known.token_hash
      and sessions.user_id = ${userId} and sessions.id = refresh_tokens.session_id
    returning sessions.public_id as "publicId", known.used_at as "usedAt"`.execute(db);
  return rows[0];
}

/** Invalidates every token of a session, because new ones follow. Locks the session first, as ending a session does. */
export async function deleteRefreshTokensOf(db: Db, userId: UserId, publicId: string): Promise<void> {
  await db
    .with('session', (from) =>
      from
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('public_id', '=', publicId)
        .forKeyShare(),
    )
    .deleteFrom('refresh_tokens')
    .where('user_id', '=', userId)
    .where('session_id', 'in', (from) => from.selectFrom('session').select('id'))
    .execute();
}
