import { sql } from 'kysely';
import type { Db } from '../../client.ts';

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

export type SealedValue = { purpose: 'totp' | 'automation hooks' | 'signing keys'; sealed: string };

/**
 * What is encrypted under a master key: up to `limitPerKind` values of each kind, the newest first, or all for null.
 * Sorts whole tables: for the first start on a database, and for an operator's command.
 */
export async function listSealedValues(db: Db, limitPerKind: number | null): Promise<SealedValue[]> {
  const { rows } = await sql<SealedValue>`
    (select 'totp' as purpose, secret as sealed from factors where secret is not null and status = 'verified'
      order by created_at desc limit ${limitPerKind}::bigint)
    union all
    (select 'automation hooks', hook_secret from automations where hook_secret is not null
      order by created_at desc limit ${limitPerKind}::bigint)
    union all
    (select 'signing keys', private_key from signing_keys order by created_at desc limit ${limitPerKind}::bigint)
  `.execute(db);
  return rows;
}

/** The secrets of all authenticator apps. Reads the whole table: for an operator's command only. */
export async function listFactorSecrets(db: Db): Promise<string[]> {
  const { rows } = await sql<{ secret: string }>`select secret from factors where secret is not null`.execute(db);
  return rows.map(({ secret }) => secret);
}
