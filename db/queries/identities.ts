import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { IdentitiesTable, UserId } from '../types.gen.ts';

export type Provider = IdentitiesTable['provider'];
/** An account at a sign-in service. The subject names it; the address is only what it said last, or empty. */
export type ProviderAccount = { provider: Provider; subject: string; email: string };

/** Whose account here an identity opens. Notes that it was used, and the address it has now. */
export async function touchIdentity(db: Db, account: ProviderAccount, now: Date): Promise<UserId | undefined> {
  const row = await db
    .updateTable('identities')
    .set({ last_used_at: now, ...(account.email === '' ? {} : { email: account.email }) })
    .where('provider', '=', account.provider)
    .where('subject', '=', account.subject)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Lets an identity open an account. Says `there` when it did already, `taken` when it opens another account, and
 * `other` when this account is opened by another identity of the same provider.
 */
export async function addIdentity(
  db: Db,
  userId: UserId,
  account: ProviderAccount,
  now: Date,
): Promise<'added' | 'there' | 'taken' | 'other'> {
  const added = await db
    .insertInto('identities')
    .values({ ...account, user_id: userId, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (added) return 'added';
  const owner = await touchIdentity(db, account, now);
  if (owner === undefined) return 'other';
  return owner === userId ? 'there' : 'taken';
}

export type IdentityRow = { provider: Provider; email: string; createdAt: Date; lastUsedAt: Date };

export async function listIdentities(db: Db, userId: UserId): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .select(['provider', 'email', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
}

/**
 * Takes an identity away unless it is the only way in. To be called with the person's row locked (`holdPerson`): two that
 * are taken away at once would each count the other.
 */
export async function deleteIdentity(
  db: Db,
  userId: UserId,
  provider: Provider,
): Promise<{ email: string } | 'missing' | 'last'> {
  const deleted = await db
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where(
      sql<boolean>`(
        exists (select 1 from users where id = ${userId} and password_hash is not null)
        or exists (select 1 from passkeys where user_id = ${userId})
        or exists (select 1 from identities as other where other.user_id = ${userId} and other.provider <> ${provider}))`,
    )
    .returning('email')
    .executeTakeFirst();
  if (deleted) return deleted;
  return (await listIdentities(db, userId)).some((one) => one.provider === provider) ? 'last' : 'missing';
}
