import { sql } from 'kysely';
import type { Channel } from '#contract/account/factor-limits.ts';
import type { Db } from '../../client.ts';
import type { ChallengeId, FactorId, UserId } from '../../types.gen.ts';

/** One challenge for a code, with everything that identifies it. */
export type ChallengeKey = { userId: UserId; factorId: FactorId; id: ChallengeId };

export async function addChallenge(
  db: Db,
  challenge: ChallengeKey & {
    channel: Channel | null;
    codeHash: string | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('factor_challenges')
    .values({
      id: challenge.id,
      user_id: challenge.userId,
      factor_id: challenge.factorId,
      channel: challenge.channel,
      code_hash: challenge.codeHash,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

export async function hasChallenge(db: Db, { userId, factorId, id }: ChallengeKey): Promise<boolean> {
  const row = await db
    .selectFrom('factor_challenges')
    .select('id')
    .where('user_id', '=', userId)
    .where('factor_id', '=', factorId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts one answer, right or wrong, in one statement. Undefined if the challenge is used or expired, or was answered `max` times. */
export async function countAnswer(
  db: Db,
  { userId, factorId, id }: ChallengeKey,
  { now, max }: { now: Date; max: number },
): Promise<{ codeHash: string | null } | undefined> {
  return db
    .updateTable('factor_challenges')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('user_id', '=', userId)
    .where('factor_id', '=', factorId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '<', max)
    .returning('code_hash as codeHash')
    .executeTakeFirst();
}

/** Uses up a challenge: true for exactly one of any number of simultaneous answers. */
export async function useChallenge(db: Db, { userId, factorId, id }: ChallengeKey, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('factor_challenges')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('factor_id', '=', factorId)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteChallenge(db: Db, { userId, id }: ChallengeKey): Promise<void> {
  await db.deleteFrom('factor_challenges').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Invalidates a factor's earlier challenges. */
export async function deleteChallengesOf(db: Db, userId: UserId, factorId: FactorId): Promise<void> {
  await db.deleteFrom('factor_challenges').where('user_id', '=', userId).where('factor_id', '=', factorId).execute();
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('factor_challenges').where('expires_at', '<=', now).execute();
}
