import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { changeEmail } from './accounts.ts';

type Former = { userId: UserId; email: string; now: Date; address: string; userAgent: string };

/** Keeps an address that an account had until now. `newEmail`, which it has now, is no longer a former one. */
export async function addFormerEmail(trx: Db, { newEmail, ...former }: Former & { newEmail: string }): Promise<void> {
  const { userId, email, now, address, userAgent } = former;
  await trx
    .deleteFrom('former_emails')
    .where('user_id', '=', userId)
    .where('email_lower', '=', newEmail.toLowerCase())
    .execute();
  const replaced = { replaced_at: now, ip_address: address, user_agent: userAgent };
  await trx
    .insertInto('former_emails')
    .values({ user_id: userId, email, email_lower: email.toLowerCase(), ...replaced })
    .onConflict((conflict) => conflict.columns(['user_id', 'email_lower']).doUpdateSet({ email, ...replaced }))
    .execute();
}

/**
 * Gives an account an address back that it had before, and forgets the addresses that it has had since: whoever set
 * them can't restore them. Returns the address that it had until now, or undefined if the other is no longer kept.
 * Violates the unique key if another account has it.
 */
export async function restoreEmail(trx: Db, userId: UserId, email: string): Promise<string | undefined> {
  const { rows } = await sql`
    delete from former_emails
    where user_id = ${userId} and replaced_at >= (
      select replaced_at from former_emails where user_id = ${userId} and email_lower = ${email.toLowerCase()})
    returning email`.execute(trx);
  return rows.length === 0 ? undefined : changeEmail(trx, userId, email);
}

/** Whether an account other than `userId` had this address after `since`, and may get it back. */
export async function isFormerEmail(
  db: Db,
  email: string,
  since: Date,
  userId: UserId | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    select from former_emails
    where email_lower = ${email.toLowerCase()} and replaced_at > ${since}::timestamptz
      and user_id is distinct from ${userId}::uuid limit 1`.execute(db);
  return rows.length > 0;
}

/** The addresses that an account had, the newest first. */
export async function listFormerEmails(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .selectFrom('former_emails')
    .select('email')
    .where('user_id', '=', userId)
    .orderBy('replaced_at', 'desc')
    .execute();
  return rows.map(({ email }) => email);
}

export async function deleteFormerEmailsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('former_emails').where('replaced_at', '<=', before).execute();
}
