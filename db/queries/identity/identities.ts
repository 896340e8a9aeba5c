import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { IdentitiesTable, UserId } from '../../types.gen.ts';

export type Provider = IdentitiesTable['provider'];
/** An account at a sign-in service. The subject identifies it; the address is only the last one reported, or empty. */
export type ProviderAccount = { provider: Provider; subject: string; email: string };

/** The account that an identity signs in to. Records the sign-in and the identity's current address. */
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
 * Moves an identity from its former subject to its present one. Several people may have shared the former one, so it is only moved for the
 * person whose verified address is the identity's or its account's. Returns whether it was.
 */
export async function moveIdentity(
  db: Db,
  { provider, subject, email }: ProviderAccount,
  formerSubject: string,
): Promise<boolean> {
  const moved = await db
    .updateTable('identities')
    .set({ subject })
    .where('provider', '=', provider)
    .where('subject', '=', formerSubject)
    .where(
      sql<boolean>`(lower(identities.email) = ${email.toLowerCase()}
        or exists (select 1 from users where id = identities.user_id and email_lower = ${email.toLowerCase()}))`,
    )
    .returning('user_id')
    .executeTakeFirst();
  return moved !== undefined;
}

/**
 * Links an identity to an account. Returns `there` if it already was, `taken` if it belongs to another account, and `other` if this account
 * has another identity of the same provider.
 */
export async function addIdentity(
  db: Db,
  userId: UserId,
  account: ProviderAccount,
  { now, address, userAgent }: { now: Date; address: string; userAgent: string },
): Promise<'added' | 'there' | 'taken' | 'other'> {
  const added = await db
    .insertInto('identities')
    .values({
      ...account,
      user_id: userId,
      created_at: now,
      last_used_at: now,
      ip_address: address,
      user_agent: userAgent,
    })
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
 * Unlinks an identity unless it is the only way to sign in. Call it with the person's row locked (`holdPerson`): otherwise, two that are
 * unlinked at the same time would each count the other.
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
