import type { Db } from '../client.ts';
import { disableFactors, disableIdentities, disablePasskeys } from '../queries/identity/disabled-ways.ts';
import { endEmailLinks } from '../queries/identity/email-links.ts';
import { holdPerson } from '../queries/identity/users.ts';
import { deleteSessionsOf } from '../queries/sessions/session-endings.ts';
import { inTransaction } from '../transaction.ts';
import type { UserId } from '../types.gen.ts';
import { DEMO, DEMO_AT_LIMIT, DEMO_FREE, DEMO_LONG } from './demo-account.ts';

const ADDRESSES = [DEMO, DEMO_FREE, DEMO_AT_LIMIT, DEMO_LONG].map(({ email }) => email);
const EVER = new Date(0);

/** Ends every way into an account, puts it on hold, and deletes nothing of it. */
async function closeAccount(trx: Db, userId: UserId, now: Date): Promise<void> {
  await holdPerson(trx, userId);
  await trx.updateTable('users').set({ password_hash: null, held_at: now }).where('id', '=', userId).execute();
  await endEmailLinks(trx, userId, now);
  const all = { userId, since: EVER, now };
  await disablePasskeys(trx, all);
  await disableIdentities(trx, all);
  await disableFactors(trx, all);
  await deleteSessionsOf(trx, userId);
}

/** Closes the demo accounts that still have the published password, and returns their addresses. */
export async function closeDemoAccounts(
  db: Db,
  hasDemoPassword: (passwordHash: string) => Promise<boolean>,
  now: Date,
): Promise<string[]> {
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'email_lower as email', 'password_hash as passwordHash'])
    .where('email_lower', 'in', ADDRESSES)
    .execute();
  const closed: string[] = [];
  for (const { id, email, passwordHash } of accounts) {
    if (passwordHash === null || !(await hasDemoPassword(passwordHash))) continue;
    await inTransaction(db, (trx) => closeAccount(trx, id, now));
    closed.push(email);
  }
  return closed.toSorted();
}
