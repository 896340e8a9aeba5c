import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/** Replaces all old codes with new ones. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: UserId,
  codeHashes: string[],
  { now, address, userAgent }: { now: Date; address: string; userAgent: string },
): Promise<void> {
  await deleteRecoveryCodes(db, userId);
  const added = { user_id: userId, created_at: now, ip_address: address, user_agent: userAgent };
  await db
    .insertInto('recovery_codes')
    .values(codeHashes.map((codeHash) => ({ ...added, code_hash: codeHash })))
    .execute();
}

/** Uses up a code: true for exactly one of any number of simultaneous attempts. `codeHashes` is one code under each master key. */
export async function takeRecoveryCode(db: Db, userId: UserId, codeHashes: string[], now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', codeHashes)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countUnusedRecoveryCodes(db: Db, userId: UserId): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}

export async function deleteRecoveryCodes(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Of all accounts. Reads the whole table: for an operator's command only. */
export async function countAllRecoveryCodes(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** For when the key they were hashed with is lost. */
export async function deleteAllRecoveryCodes(db: Db): Promise<void> {
  await db.deleteFrom('recovery_codes').execute();
}
