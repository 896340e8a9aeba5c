import type { ErrorCode } from '#contract/errors.ts';
import { CODE_GAP_S } from '#contract/account/factor-limits.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { takeAttempt } from '#db/queries/identity/attempts.ts';
import { takeFairShare } from '#db/queries/usage/fair-share.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';
import type { CapWarning } from '#server/modules/operator/cap-warning.service.ts';

const GAP_MS = CODE_GAP_S * 1_000;
const HOUR_MS = DAY_MS / 24;
const HOURLY_PER_NUMBER = 5;
/** Anyone can start to enroll a number, and that must not use up the messages its owner needs to sign in. */
const HOURLY_WHILE_UNCONFIRMED = 3;
const DAILY_WHILE_UNCONFIRMED = 10;
const DAILY_PER_PERSON = 10;
/** Someone who knows only the password must not use up the messages that the owner needs to sign in. */
const HOURLY_FOR_STRANGERS = 3;
const DAILY_FOR_STRANGERS = 5;
/**
 * Half of the day's cap is reserved for confirmed phones, with a number of codes each: with a cap of 1,000, locking everyone out of signing
 * in takes more than 160 real phones, no matter how many accounts.
 */
const SHARE_OF_A_CONFIRMED_PHONE = 3;

type Dependencies = { db: Db; clock: Clock; hash: KeyedHash; dailyCap: number; capWarning: CapWarning };
type Share = { key: string; max: number; windowMs: number; refusal: ErrorCode };

const unconfirmed = (phone: string): Share[] => [
  { key: `sms-unconfirmed-hour:${phone}`, max: HOURLY_WHILE_UNCONFIRMED, windowMs: HOUR_MS, refusal: 'SMS_HOUR_LIMIT' },
  { key: `sms-unconfirmed-day:${phone}`, max: DAILY_WHILE_UNCONFIRMED, windowMs: DAY_MS, refusal: 'SMS_LIMIT' },
];

const forStrangers = (userId: UserId, phone: string): Share[] => [
  {
    key: `sms-stranger-hour:${userId}:${phone}`,
    max: HOURLY_FOR_STRANGERS,
    windowMs: HOUR_MS,
    refusal: 'SMS_HOUR_LIMIT',
  },
  { key: `sms-stranger-day:${userId}`, max: DAILY_FOR_STRANGERS, windowMs: DAY_MS, refusal: 'SMS_LIMIT' },
];

/** Limits text messages: they cost money, and nobody's phone should be flooded (AUTH-21). */
export function createSmsAllowance({ db, clock, hash, dailyCap, capWarning }: Dependencies) {
  const capUse = (used: number) => ({ setting: 'SMS_DAILY_CAP' as const, used, cap: dailyCap });
  return {
    /** Takes one message from every allowance, or from none if one is used up. */
    take: async (
      userId: UserId,
      phone: string,
      { isVerified, isStranger }: { isVerified: boolean; isStranger: boolean },
    ): Promise<void> => {
      const now = await clock.now();
      // All callers lock in this order, so that no two of them deadlock.
      const shares: Share[] = [
        { key: `sms-gap:${phone}`, max: 1, windowMs: GAP_MS, refusal: 'SMS_TOO_SOON' },
        ...(isVerified ? [] : unconfirmed(phone)),
        ...(isStranger ? forStrangers(userId, phone) : []),
        { key: `sms-number:${phone}`, max: HOURLY_PER_NUMBER, windowMs: HOUR_MS, refusal: 'SMS_HOUR_LIMIT' },
        { key: `sms-person:${userId}`, max: DAILY_PER_PERSON, windowMs: DAY_MS, refusal: 'SMS_LIMIT' },
      ];
      const used = await inTransaction(db, async (trx) => {
        for (const { key, max, windowMs, refusal } of shares)
          if (!(await takeAttempt(trx, hash(key), { max, windowMs, now }))) throw new AppError(refusal);
        const { isTaken, total } = await takeFairShare(trx, {
          totalKey: hash('sms-all'),
          // Counted by phone, not by person: one phone can be confirmed in many accounts.
          takerKey: hash(`sms-share:${isVerified}:${phone}`),
          max: dailyCap,
          share: isVerified ? SHARE_OF_A_CONFIRMED_PHONE : 0,
          windowMs: DAY_MS,
          now,
        });
        if (!isTaken) throw new AppError('SMS_LIMIT');
        await capWarning.scheduleWarning(trx, capUse(total), now);
        return total;
      });
      capWarning.logWarning(capUse(used));
    },
  };
}
export type SmsAllowance = ReturnType<typeof createSmsAllowance>;
