import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

type Key = { userId: UserId; email: string };

/** Whether the person who reads this address has agreed to get emails from this owner's automations. */
export async function isConfirmedRecipient(db: Db, { userId, email }: Key): Promise<boolean> {
  const row = await db
    .selectFrom('automation_recipients')
    .select('email')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Adds an address, or gives one that hasn't agreed yet another link. Their owner has to be locked. `full`: there are as many as `limit` already.
 */
export async function addRecipient(
  trx: Db,
  { userId, email, linkHash, now, limit }: Key & { linkHash: string; now: Date; limit: number },
): Promise<'added' | 'confirmed' | 'full'> {
  const rows = await trx
    .selectFrom('automation_recipients')
    .select(['email', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .execute();
  const known = rows.find((row) => row.email === email);
  if (known && known.confirmedAt !== null) return 'confirmed';
  if (!known && rows.length >= limit) return 'full';
  await trx
    .insertInto('automation_recipients')
    .values({ user_id: userId, email, link_hash: linkHash, requested_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'email']).doUpdateSet({ link_hash: linkHash, requested_at: now }),
    )
    .execute();
  return 'added';
}

export async function removeRecipient(db: Db, { userId, email }: Key): Promise<void> {
  await db.deleteFrom('automation_recipients').where('user_id', '=', userId).where('email', '=', email).execute();
}

/** What a link asks: who wants to send emails to which address. */
export type AskedRecipient = { email: string; confirmedAt: Date | null; businessName: string; ownerEmail: string };

/** The address that a link is about, with whose automations want to send to it. */
export async function findRecipientByLink(
  db: Db,
  { userId, linkHash, since }: { userId: UserId; linkHash: string; since: Date },
): Promise<AskedRecipient | undefined> {
  return db
    .selectFrom('automation_recipients as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.user_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.email', 'r.confirmed_at as confirmedAt', 'p.business_name as businessName', 'u.email as ownerEmail'])
    .where('r.user_id', '=', userId)
    .where('r.link_hash', '=', linkHash)
    .where('r.requested_at', '>', since)
    .where('u.delete_after', 'is', null)
    .executeTakeFirst();
}

/** Returns false if there is no such link anymore. */
export async function confirmRecipient(
  db: Db,
  { userId, linkHash, since, now }: { userId: UserId; linkHash: string; since: Date; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('automation_recipients')
    .set({ confirmed_at: sql<Date>`coalesce(confirmed_at, ${now}::timestamptz)` })
    .where('user_id', '=', userId)
    .where('link_hash', '=', linkHash)
    .where('requested_at', '>', since)
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
}

/** The addresses of a person's recipients. */
export async function listRecipientEmails(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db.selectFrom('automation_recipients').select('email').where('user_id', '=', userId).execute();
  return rows.map(({ email }) => email);
}

/** They want no more emails: it has to be asked for again, and the link that they agreed with is void. */
export async function endConsent(db: Db, { userId, email, linkHash }: Key & { linkHash: string }): Promise<void> {
  await db
    .updateTable('automation_recipients')
    .set({ confirmed_at: null, link_hash: linkHash })
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .execute();
}

/** Deletes the addresses of people who never agreed. */
export async function deleteUnconfirmedRecipients(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('automation_recipients')
    .where('confirmed_at', 'is', null)
    .where('requested_at', '<', before)
    .execute();
}
