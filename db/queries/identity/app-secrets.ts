import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type AppSecretRow = { checkValue: string; firstUsedAt: Date };

/** The master keys this database has been used with, the oldest first. */
export async function listAppSecrets(db: Db): Promise<AppSecretRow[]> {
  return db
    .selectFrom('app_secrets')
    .select(['check_value as checkValue', 'first_used_at as firstUsedAt'])
    .orderBy('first_used_at')
    .orderBy('check_value')
    .execute();
}

/** Until the transaction ends, no other process adds a key. */
export async function lockAppSecrets(trx: Db): Promise<void> {
  await sql`lock table app_secrets in share row exclusive mode`.execute(trx);
}

export async function addAppSecrets(trx: Db, checkValues: string[]): Promise<void> {
  await trx
    .insertInto('app_secrets')
    .values(checkValues.map((checkValue) => ({ check_value: checkValue })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteAppSecretsExcept(db: Db, checkValues: string[]): Promise<void> {
  await db.deleteFrom('app_secrets').where('check_value', 'not in', checkValues).execute();
}

/** The encrypted secret of an authenticator app, the most recently added one; undefined if there is none. */
export async function findSealedSecret(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('factors')
    .select('secret')
    .where('secret', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.secret ?? undefined;
}

export type SealedFactor = { userId: UserId; id: string; secret: string };

/** Every authenticator app. Reads the whole table: for an operator's command only. */
export async function listSealedFactors(db: Db): Promise<SealedFactor[]> {
  const { rows } = await sql<SealedFactor>`
    select user_id as "userId", id, secret from factors where secret is not null`.execute(db);
  return rows;
}
