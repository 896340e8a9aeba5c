import type { ErrorCode } from '#contract/errors.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { takeAttempt } from '#db/queries/attempts.ts';
import { fairCeiling, takeFairly } from '#db/queries/fair-share.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { networkOf, routedBlockOf } from '#server/lib/network-of.ts';
import type { KeyedHash } from '#server/lib/secrets.ts';

const HOUR_MS = 60 * 60_000;
/** Of what all visitors together may ask in a day, one network may take so much, and what it may ask in an hour at least. */
const NETWORK_SHARE = 0.1;
/**
 * A conversation or two: a routed block that has asked no more today is answered as long as anything is left of the day's
 * caps. With 2,000 questions a day, locking newcomers out takes 105 blocks.
 */
const SHARE = 10;

type Dependencies = { db: Db; clock: Clock; hash: KeyedHash; perHour: number; perDay: number };
type Share = { key: string; max: number; windowMs: number; refusal: ErrorCode };

/** How many questions visitors may ask: an answer costs money, and anybody can ask. */
export function createVisitorAllowance({ db, clock, hash, perHour, perDay }: Dependencies) {
  return {
    /** Takes one question of every allowance, or of none when one is used up. `openOf` says how much of another cap is open to it. */
    take: async (address: string): Promise<{ openOf: (max: number) => number }> => {
      const now = await clock.now();
      // Everybody locks in this order, so that no two wait for each other.
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
        const keys = { everyone: hash('all'), mine: hash(`day ${routedBlockOf(address)}`) };
        const { isTaken, used } = await takeFairly(trx, { ...keys, max: perDay, share: SHARE, windowMs: DAY_MS, now });
        if (!isTaken) throw new AppError(used > SHARE ? 'VISITOR_LIMIT' : 'MODEL_BUDGET');
        return { openOf: (max) => fairCeiling({ max, share: SHARE }, used) };
      });
    },
  };
}
