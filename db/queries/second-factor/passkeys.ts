import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type PasskeyRow = {
  id: string;
  userId: UserId;
  publicKey: string;
  counter: number;
  transports: string[];
  friendlyName: string;
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
};

const columns = [
  'credential_id as id',
  'passkeys.user_id as userId',
  'public_key as publicKey',
  'counter',
  'transports',
  'friendly_name as friendlyName',
  'is_backed_up as isBackedUp',
  'passkeys.created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

export async function listPasskeys(db: Db, userId: UserId): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();
}

export async function findPasskey(db: Db, userId: UserId, id: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .where('credential_id', '=', id)
    .executeTakeFirst();
}

/**
 * A passkey with its owner's address and generation (`AccountRow`), for a sign-in. Only accounts with a confirmed
 * address.
 */
export async function findPasskeyForSignIn(
  db: Db,
  userId: UserId,
  id: string,
): Promise<(PasskeyRow & { email: string; generation: number }) | undefined> {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([...columns, 'users.email', 'users.browser_generation as generation'])
    .where('passkeys.user_id', '=', userId)
    .where('credential_id', '=', id)
    .where('users.email_confirmed_at', 'is not', null)
    .executeTakeFirst();
}

/** Returns false if the account already has this passkey. */
export async function addPasskey(
  db: Db,
  passkey: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'> & { now: Date; address: string; userAgent: string },
): Promise<boolean> {
  const added = await db
    .insertInto('passkeys')
    .values({
      credential_id: passkey.id,
      user_id: passkey.userId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      friendly_name: passkey.friendlyName,
      is_backed_up: passkey.isBackedUp,
      created_at: passkey.now,
      ip_address: passkey.address,
      user_agent: passkey.userAgent,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('credential_id')
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Records a use in one statement. Returns false if the counter did not advance, as with a copied key; keys that do not count stay at zero.
 */
export async function notePasskeyUse(
  db: Db,
  use: { userId: UserId; id: string; counter: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const noted = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, is_backed_up: use.isBackedUp, last_used_at: use.now })
    .where('user_id', '=', use.userId)
    .where('credential_id', '=', use.id)
    .where('counter', use.counter === 0 ? '=' : '<', use.counter)
    .returning('credential_id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function renamePasskey(db: Db, userId: UserId, id: string, friendlyName: string): Promise<boolean> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ friendly_name: friendlyName })
    .where('user_id', '=', userId)
    .where('credential_id', '=', id)
    .returning('credential_id')
    .executeTakeFirst();
  return renamed !== undefined;
}

export async function deletePasskey(db: Db, userId: UserId, id: string): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).where('credential_id', '=', id).execute();
}

/** Whether the account can be opened without a passkey: by a password, or by a sign-in service. */
export async function hasOtherWayIn(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((or) =>
      or.or([
        or('password_hash', 'is not', null),
        or.exists(or.selectFrom('identities').select('subject').whereRef('identities.user_id', '=', 'users.id')),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
