import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { PersonGoneError } from './person-gone.ts';

export type AccountDetails = {
  email: string;
  /** Where a change of address is waiting to be confirmed. */
  pendingEmail: string | null;
  passwordHash: string | null;
  createdAt: Date;
  deleteAfter: Date | null;
};

export async function getAccountDetails(db: Db, userId: UserId, now: Date): Promise<AccountDetails> {
  return db
    .selectFrom('users')
    .select((select) => [
      'email',
      'password_hash as passwordHash',
      'created_at as createdAt',
      'delete_after as deleteAfter',
      select
        .selectFrom('email_links')
        .select('new_email')
        .where('email_links.user_id', '=', userId)
        .where('purpose', '=', 'change_email')
        .where('expires_at', '>', now)
        .orderBy('email_links.created_at', 'desc')
        .limit(1)
        .as('pendingEmail'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new PersonGoneError(userId));
}

/** When and where a password was set. */
export type PasswordOrigin = { now: Date; address: string; userAgent: string };

export async function setPasswordHash(
  db: Db,
  userId: UserId,
  passwordHash: string,
  { now, address, userAgent }: PasswordOrigin,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_set_at: now,
      password_ip_address: address,
      password_user_agent: userAgent,
    })
    .where('id', '=', userId)
    .execute();
}

/** Accounts from before AUTH-5 whose address isn't plain ASCII, so the product can't email them. Reads the whole table. */
export async function listUnreachableAccounts(db: Db): Promise<UserId[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`email !~ '^[A-Za-z0-9!#$%&''*+/=?^_\`{|}~.-]+@[A-Za-z0-9.-]+[A-Za-z0-9]$'`)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** Sets a password for someone who has shown that the mailbox is theirs, which also confirms the address. */
export async function resetPassword(
  db: Db,
  userId: UserId,
  passwordHash: string,
  { now, address, userAgent }: PasswordOrigin,
): Promise<{ email: string; wasConfirmed: boolean }> {
  const { rows } = await sql<{ email: string; wasConfirmed: boolean }>`
    with before as (select id, email_confirmed_at from users where id = ${userId} for update)
    update users set password_hash = ${passwordHash}, email_confirmed_at = coalesce(before.email_confirmed_at, ${now}::timestamptz),
      password_set_at = ${now}::timestamptz, password_ip_address = ${address}, password_user_agent = ${userAgent}
    from before where users.id = before.id
    returning users.email, before.email_confirmed_at is not null as "wasConfirmed"`.execute(db);
  const [row] = rows;
  if (!row) throw new PersonGoneError(userId);
  return row;
}

/**
 * Changes an account's address, replacing an unconfirmed sign-up with the new address. Returns the old address. Violates the unique key if
 * the new address has an account.
 */
export async function changeEmail(db: Db, userId: UserId, email: string): Promise<string> {
  const lower = email.toLowerCase();
  await db
    .deleteFrom('users')
    .where('email_lower', '=', lower)
    .where('email_confirmed_at', 'is', null)
    .where('id', '<>', userId)
    .execute();
  const { rows } = await sql<{ oldEmail: string }>`
    with before as (select id, email from users where id = ${userId} for update)
    update users set email = ${email}, email_lower = ${lower} from before where users.id = before.id
    returning before.email as "oldEmail"`.execute(db);
  const [row] = rows;
  if (!row) throw new PersonGoneError(userId);
  return row.oldEmail;
}

/** Sets the day of deletion, unless there is one. Returns it, and whether it is new. */
export async function askDeletion(
  db: Db,
  userId: UserId,
  deleteAfter: Date,
): Promise<{ deleteAfter: Date; isNew: boolean }> {
  const asked = await db
    .updateTable('users')
    .set({ delete_after: deleteAfter })
    .where('id', '=', userId)
    .where('delete_after', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (asked) return { deleteAfter, isNew: true };
  const row = await db
    .selectFrom('users')
    .select('delete_after as deleteAfter')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new PersonGoneError(userId));
  return { deleteAfter: row.deleteAfter ?? deleteAfter, isNew: false };
}

/** Returns false if there was no deletion to undo, or it has already started. */
export async function cancelDeletion(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ delete_after: null })
    .where('id', '=', userId)
    .where('delete_after', 'is not', null)
    .where('deletion_begun_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Starts deleting a person whose grace period is over: from here on there is no way back. Returns false if they changed
 * their mind. A deletion that was already started continues.
 */
export async function beginDeletion(db: Db, userId: UserId, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ deletion_begun_at: now })
    .where('id', '=', userId)
    .where('delete_after', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the deletion has started, or is over, and can no longer be undone. */
export async function isDeletionBegun(db: Db, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('users').select('deletion_begun_at').where('id', '=', userId).executeTakeFirst();
  return row === undefined || row.deletion_begun_at !== null;
}

/**
 * Deletes a person whose deletion has started; foreign keys delete everything that belongs to them. Returns the address, or undefined if
 * another process was faster.
 */
export async function deleteForGood(db: Db, userId: UserId): Promise<string | undefined> {
  const row = await db
    .deleteFrom('users')
    .where('id', '=', userId)
    .where('deletion_begun_at', 'is not', null)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Removes people who signed up before `before`, never confirmed, and have been sent no link since. */
export async function deleteUnconfirmed(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('users')
    .where('email_confirmed_at', 'is', null)
    .where('created_at', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('email_links')
            .select(sql`1`.as('one'))
            .whereRef('email_links.user_id', '=', 'users.id')
            .where('email_links.created_at', '>=', before),
        ),
      ),
    )
    .execute();
}
