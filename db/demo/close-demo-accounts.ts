import type { Db } from '../client.ts';
import { listDemoAccounts } from '../queries/identity/demo-accounts.ts';
import { disableFactors, disableIdentities, disablePasskeys } from '../queries/identity/disabled-ways.ts';
import { endEmailLinks } from '../queries/identity/email-links.ts';
import { holdPerson } from '../queries/identity/users.ts';
import { deleteSessionsOf } from '../queries/sessions/session-endings.ts';
import { inTransaction } from '../transaction.ts';
import type { UserId } from '../types.gen.ts';

const EVER = new Date(0);

/**
 * Ends every way into an account and puts it on hold. What it contains stays, apart from its password, and from its
 * other ways in, which are deleted once nobody can turn them back on (DISABLED_WAY_DAYS).
 */
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
  const closed: string[] = [];
  for (const { id, email, passwordHash } of await listDemoAccounts(db)) {
    if (passwordHash === null || !(await hasDemoPassword(passwordHash))) continue;
    await inTransaction(db, (trx) => closeAccount(trx, id, now));
    closed.push(email);
  }
  return closed.toSorted();
}
