import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** `userId` is null when nobody is signed in yet. */
export async function addPasskeyChallenge(
  db: Db,
  challenge: { challengeHash: string; userId: UserId | null; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challenge.challengeHash,
      user_id: challenge.userId,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** Uses up a challenge: true once, for the person it was made for. */
export async function takePasskeyChallenge(
  db: Db,
  challengeHash: string,
  userId: UserId | null,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challengeHash)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now)
    .returning('challenge_hash')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function deleteExpiredPasskeyChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}
