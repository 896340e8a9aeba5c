import type { ErrorCode } from '#contract/errors.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { takeAttempt } from '#db/queries/identity/attempts.ts';
import { fairShareLimit, takeFairShare } from '#db/queries/usage/fair-share.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { networkOf, networkPrefixOf } from '#server/lib/request/network-of.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';

const HOUR_MS = 60 * 60_000;
/** One network's share of the questions that all visitors together may ask in a day. It is never less than the hourly limit. */
const NETWORK_SHARE = 0.1;
/**
 * A conversation or two: a network prefix that has asked no more than this today gets answers as long as anything is left of the day's
 * caps. With 2,000 questions a day, locking newcomers out takes 100 network prefixes.
 */
const SHARE = 10;

type Dependencies = { db: Db; clock: Clock; hash: KeyedHash; perHour: number; perDay: number };
type Share = { key: string; max: number; windowMs: number; refusal: ErrorCode };

/** Limits visitors' questions: answers cost money, and anyone can ask. */
export function createVisitorAllowance({ db, clock, hash, perHour, perDay }: Dependencies) {
  return {
    /** Takes one question from every allowance, or from none if one is used up. `shareOf` returns how much of another cap this visitor may use. */
    take: async (address: string): Promise<{ shareOf: (max: number) => number }> => {
      const now = await clock.now();
      // All callers lock in this order, so that no two of them deadlock.
      const shares: Share[] = [
        { key: networkOf(address), max: perHour, windowMs: HOUR_MS, refusal: 'VISITOR_LIMIT' },
        {
          key: `day ${networkOf(address)}`,
          max: Math.max(perHour, Math.ceil(perDay * NETWORK_SHARE)),
          windowMs: DAY_MS,
          refusal: 'VISITOR_LIMIT',
        },
      ];
      return inTransaction(db, async (trx) => {
        for (const { key, max, windowMs, refusal } of shares)
          if (!(await takeAttempt(trx, hash(key), { max, windowMs, now }))) throw new AppError(refusal);
        const keys = { totalKey: hash('all'), takerKey: hash(`day ${networkPrefixOf(address)}`) };
        const { isTaken, used } = await takeFairShare(trx, {
          ...keys,
          max: perDay,
          share: SHARE,
          windowMs: DAY_MS,
          now,
        });
        if (!isTaken) throw new AppError(used > SHARE ? 'VISITOR_LIMIT' : 'MODEL_BUDGET');
        return { shareOf: (max) => fairShareLimit({ max, share: SHARE }, used) };
      });
    },
  };
}
export type VisitorAllowance = ReturnType<typeof createVisitorAllowance>;
