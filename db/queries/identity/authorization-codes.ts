import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export async function addAuthorizationCode(
  db: Db,
  code: { codeHash: string; userId: UserId; codeChallenge: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('authorization_codes')
    .values({
      code_hash: code.codeHash,
      user_id: code.userId,
      code_challenge: code.codeChallenge,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** Uses up a code in one statement, so that it works once. Ending all of its owner's sessions invalidates it. */
export async function takeAuthorizationCode(
  db: Db,
  { userId, codeHash }: { userId: UserId; codeHash: string },
  now: Date,
): Promise<{ id: UserId; email: string; codeChallenge: string } | undefined> {
  return db
    .deleteFrom('authorization_codes')
    .using('users')
    .whereRef('users.id', '=', 'authorization_codes.user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning(['users.id', 'users.email', 'authorization_codes.code_challenge as codeChallenge'])
    .executeTakeFirst();
}

export async function deleteExpiredAuthorizationCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('authorization_codes').where('expires_at', '<=', now).execute();
}
