import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

type NewCode = {
  codeHash: string;
  userId: UserId;
  generation: number;
  codeChallenge: string;
  now: Date;
  expiresAt: Date;
};

/** Returns false if all of the person's sessions have been ended since they were authenticated (`AccountRow`). */
export async function addAuthorizationCode(db: Db, code: NewCode): Promise<boolean> {
  const { rows } = await sql`
    insert into authorization_codes (code_hash, user_id, code_challenge, created_at, expires_at)
    select ${code.codeHash}, id, ${code.codeChallenge}, ${code.now}::timestamptz, ${code.expiresAt}::timestamptz
    from users where id = ${code.userId} and browser_generation = ${code.generation} for share
    returning code_hash`.execute(db);
  return rows.length > 0;
}

/** Uses up a code in one statement, so that it works once. Ending all of its owner's sessions invalidates it. */
export async function takeAuthorizationCode(
  db: Db,
  { userId, codeHash }: { userId: UserId; codeHash: string },
  now: Date,
): Promise<{ id: UserId; email: string; generation: number; codeChallenge: string } | undefined> {
  return db
    .deleteFrom('authorization_codes')
    .using('users')
    .whereRef('users.id', '=', 'authorization_codes.user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning([
      'users.id',
      'users.email',
      'users.browser_generation as generation',
      'authorization_codes.code_challenge as codeChallenge',
    ])
    .executeTakeFirst();
}

export async function deleteExpiredAuthorizationCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('authorization_codes').where('expires_at', '<=', now).execute();
}
