import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { PersonGoneError } from './person-gone.ts';

export type AccountRow = {
  id: UserId;
  email: string;
  passwordHash: string | null;
  emailConfirmedAt: Date | null;
  /** Rises whenever all sessions end. Who was authenticated before that isn't signed in after it. */
  generation: number;
};

const accountColumns = [
  'id',
  'email',
  'password_hash as passwordHash',
  'email_confirmed_at as emailConfirmedAt',
  'browser_generation as generation',
] as const;

export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('email_lower', '=', email.toLowerCase())
    .executeTakeFirst();
}

export async function getAccount(db: Db, userId: UserId): Promise<AccountRow> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new PersonGoneError(userId));
}

type NewUser = { id: UserId; email: string; now: Date; formerEmailCutoff: Date };

/**
 * Adds a person with an empty profile. Returns false if the address already has an account, or if an account had it
 * after `formerEmailCutoff`, which may still get it back.
 */
export async function addUser(db: Db, user: NewUser): Promise<boolean> {
  const lower = user.email.toLowerCase();
  const { rows } = await sql`
    insert into users (id, email, email_lower, created_at)
    select ${user.id}::uuid, ${user.email}, ${lower}, ${user.now}::timestamptz
    where not exists (
      select from former_emails where email_lower = ${lower} and replaced_at > ${user.formerEmailCutoff}::timestamptz)
    on conflict (email_lower) do nothing returning id`.execute(db);
  if (rows.length === 0) return false;
  await db.insertInto('profiles').values({ user_id: user.id, updated_at: user.now }).execute();
  return true;
}

/** Confirms the address and sets the password and the metadata of the link that was used, unless the account was confirmed before. */
export async function confirmEmail(
  db: Db,
  userId: UserId,
  { passwordHash, metadata }: { passwordHash: string; metadata: Record<string, unknown> },
  now: Date,
): Promise<{ email: string; generation: number; wasConfirmed: boolean }> {
  const before = await db
    .selectFrom('users')
    .select(['email', 'email_confirmed_at', 'browser_generation'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new PersonGoneError(userId));
  if (!before.email_confirmed_at)
    await db
      .updateTable('users')
      .set({ email_confirmed_at: now, password_hash: passwordHash, metadata })
      .where('id', '=', userId)
      .execute();
  const { email, browser_generation: generation } = before;
  return { email, generation, wasConfirmed: before.email_confirmed_at !== null };
}

/** The cookies of known browsers include this number, so raising it invalidates them. */
export async function getBrowserGeneration(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select('browser_generation as generation')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new PersonGoneError(userId));
  return row.generation;
}

export async function noteSignIn(db: Db, userId: UserId, now: Date): Promise<void> {
  await db.updateTable('users').set({ last_sign_in_at: now }).where('id', '=', userId).execute();
}

/**
 * Locks a person until the transaction ends, so that two changes to the ways of signing in run one after the other. Code that locks more
 * than one row of a person takes this lock first: person, then sessions, then links and tokens.
 */
export async function holdPerson(trx: Db, userId: UserId): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Locks an account until the transaction ends. Also finds nothing if the row was replaced while waiting for it. */
export async function lockAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('email_lower', '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
}

/** Removes an account whose address nobody has confirmed, with everything that belongs to it. */
export async function deleteUnconfirmedUser(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).where('email_confirmed_at', 'is', null).execute();
}

/** Confirms an address that a third party, such as a sign-in service, vouches for. */
export async function confirmAddress(db: Db, userId: UserId, now: Date): Promise<void> {
  await db.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', userId).execute();
}
