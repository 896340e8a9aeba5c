import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { takeFairShare } from '#db/queries/usage/fair-share.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';
import { mailboxForLimits } from '#server/lib/email/email-address.ts';
import type { Client } from '#server/lib/request/client.ts';
import { networkPrefixOf } from '#server/lib/request/network-of.ts';
import type { CapWarning } from '#server/modules/operator/cap-warning.service.ts';
import type { AttemptLimiter } from './attempt-limiter.ts';

/** How many emails from the reserved half of the cap each network prefix may trigger in a day (docs/limits.md). */
const SHARE_OF_A_PREFIX = 5;

type Dependencies = {
  db: Db;
  clock: Clock;
  hash: KeyedHash;
  attempts: AttemptLimiter;
  dailyCap: number;
  capWarning: CapWarning;
};

/** Sign-ups include confirmations. A stranger's sign-ups must not use up what the owner needs to reset a password, so each has its own allowance. */
type Purpose = 'sign-up' | 'reset';

/** Limits the emails that anyone can trigger by typing an address: to sign up, to confirm it, or to reset a password (AUTH-20). */
export function createAccountEmailAllowance({ db, clock, hash, attempts, dailyCap, capWarning }: Dependencies) {
  const capUse = (used: number) => ({ setting: 'ACCOUNT_EMAIL_DAILY_CAP' as const, used, cap: dailyCap });
  return {
    /** Takes one email to this mailbox, or throws TOO_MANY_ATTEMPTS. An email that a narrower limit refuses doesn't count against the wider ones. */
    take: async (purpose: Purpose, email: string, client: Client): Promise<void> => {
      await attempts.count(`${purpose}-email:mailbox`, mailboxForLimits(email));
      await attempts.count('account-email:address', client.address);
      const now = await clock.now();
      const takerKey = hash(`share:${networkPrefixOf(client.address)}`);
      const share = { max: dailyCap, share: SHARE_OF_A_PREFIX, windowMs: DAY_MS, now };
      const used = await inTransaction(db, async (trx) => {
        const { total } = await takeFairShare(trx, { totalKey: hash('everyone'), takerKey, ...share });
        await capWarning.scheduleWarning(trx, capUse(total), now);
        return total;
      });
      // Only after the transaction, because a refused request counts too.
      if (used === 0) throw new AppError('TOO_MANY_ATTEMPTS');
      capWarning.logWarning(capUse(used));
    },
  };
}
export type AccountEmailAllowance = ReturnType<typeof createAccountEmailAllowance>;
