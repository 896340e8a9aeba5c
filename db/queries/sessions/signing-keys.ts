import type { Db } from '../../client.ts';

export type SigningKeyRow = { kid: string; period: number; privateKey: string; publicJwk: Record<string, unknown> };

/** The keys of a period and of those around it, newest first. */
export async function listSigningKeys(db: Db, fromPeriod: number): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('signing_keys')
    .select(['kid', 'period', 'private_key as privateKey', 'public_jwk as publicJwk'])
    .where('period', '>=', fromPeriod)
    .orderBy('period', 'desc')
    .execute();
}

/** Adds the key of a period unless another process was faster. */
export async function addSigningKey(db: Db, key: SigningKeyRow & { now: Date }): Promise<void> {
  await db
    .insertInto('signing_keys')
    .values({
      kid: key.kid,
      period: key.period,
      private_key: key.privateKey,
      public_jwk: key.publicJwk,
      created_at: key.now,
    })
    .onConflict((conflict) => conflict.column('period').doNothing())
    .execute();
}

export async function deleteSigningKey(db: Db, kid: string): Promise<void> {
  await db.deleteFrom('signing_keys').where('kid', '=', kid).execute();
}

export async function deleteSigningKeysBefore(db: Db, period: number): Promise<void> {
  await db.deleteFrom('signing_keys').where('period', '<', period).execute();
}
