import type { ErrorCode } from '#contract/errors.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { takeAttempt } from '#db/queries/attempts.ts';
import { takeFairly } from '#db/queries/fair-share.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { KeyedHash } from '#server/lib/secrets.ts';

/** Two codes to one number have at least this between them. */
const GAP_MS = 30_000;
const PER_NUMBER_A_DAY = 10;
const PER_PERSON_A_DAY = 20;
/**
 * Half of the day's cap is kept for phones that somebody has confirmed, so many codes each: with a cap of 1,000, locking
 * everyone out of signing in takes more than 160 real phones, and no number of accounts will do.
 */
const SHARE_OF_A_CONFIRMED_PHONE = 3;

type Dependencies = { db: Db; clock: Clock; hash: KeyedHash; dailyCap: number };
type Share = { key: string; max: number; windowMs: number; refusal: ErrorCode };

/** How many messages go to phones: messages cost money, and nobody's phone is to be flooded. */
export function createSmsAllowance({ db, clock, hash, dailyCap }: Dependencies) {
  return {
    /** Takes one message of every allowance, or of none when one is used up. */
    take: async (userId: UserId, phone: string, isVerified: boolean): Promise<void> => {
      const now = await clock.now();
      // Anybody can begin to enrol a number: that must not use up what its owner signs in with.
      const number = isVerified ? `${userId}:${phone}` : phone;
      // Everybody locks in this order, so that no two wait for each other.
      const shares: Share[] = [
        { key: `sms-gap:${phone}`, max: 1, windowMs: GAP_MS, refusal: 'SMS_TOO_SOON' },
        { key: `sms-number:${number}`, max: PER_NUMBER_A_DAY, windowMs: DAY_MS, refusal: 'SMS_LIMIT' },
        { key: `sms-person:${userId}`, max: PER_PERSON_A_DAY, windowMs: DAY_MS, refusal: 'SMS_LIMIT' },
      ];
      await inTransaction(db, async (trx) => {
        for (const { key, max, windowMs, refusal } of shares)
          if (!(await takeAttempt(trx, hash(key), { max, windowMs, now }))) throw new AppError(refusal);
        const { isTaken } = await takeFairly(trx, {
          everyone: hash('sms-all'),
          // By phone, not by person: one phone can be confirmed in many accounts.
          mine: hash(`sms-share:${isVerified}:${phone}`),
          max: dailyCap,
          share: isVerified ? SHARE_OF_A_CONFIRMED_PHONE : 0,
          windowMs: DAY_MS,
          now,
        });
        if (!isTaken) throw new AppError('SMS_LIMIT');
      });
    },
  };
}
export type SmsAllowance = ReturnType<typeof createSmsAllowance>;
