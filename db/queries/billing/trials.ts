import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** Claims the one trial of a mailbox. `previousHashes` are those under earlier master keys. Returns false if it was claimed before. */
export async function claimTrial(db: Db, claimHash: string, previousHashes: string[], now: Date): Promise<boolean> {
  if (previousHashes.length > 0) {
    const earlier = await db
      .selectFrom('trial_claims')
      .select('claim_hash')
      .where('claim_hash', 'in', previousHashes)
      .executeTakeFirst();
    if (earlier) return false;
  }
  const claimed = await db
    .insertInto('trial_claims')
    .values({ claim_hash: claimHash, claimed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('claim_hash')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function startTrial(db: Db, userId: UserId, trialEndsAt: Date, now: Date): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ subscription_status: 'trial', trial_ends_at: trialEndsAt, updated_at: now })
    .where('user_id', '=', userId)
    .where('subscription_status', '=', sql.lit('none'))
    .execute();
}
