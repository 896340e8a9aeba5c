import { DAY_MS } from '#contract/plans.ts';
import type { Db } from '#db/client.ts';
import { claimChore } from '#db/queries/chores.ts';
import { listCustomerOwners } from '#db/queries/stripe-customers.ts';
import { getBilling } from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';

const PEOPLE_AT_ONCE = 100;

type Dependencies = { db: Db; clock: Clock; log: Log; sync: (userId: UserId) => Promise<void> };

/** Once a day everybody who has a customer is read again at Stripe: what no event told, or what went wrong, is mended. */
export function createReconciliation({ db, clock, log, sync }: Dependencies) {
  const standing = async (userId: UserId) => {
    const { access, known } = await getBilling(db, userId);
    return JSON.stringify([access, known?.subscriptionId, known?.stripeStatus, known?.priceId, known?.cancelAt]);
  };

  /** Returns whose state was another than Stripe's. One that fails does not stop the rest. */
  async function reconcile(): Promise<UserId[]> {
    const drifted: UserId[] = [];
    let failed = 0;
    let people = await listCustomerOwners(db, null, PEOPLE_AT_ONCE);
    while (people.length > 0) {
      for (const userId of people) {
        try {
          const before = await standing(userId);
          await sync(userId);
          if (before !== (await standing(userId))) drifted.push(userId);
        } catch (error) {
          failed += 1;
          log.warn({ event: 'reconciliation failed', userId, err: error }, 'reconciliation failed');
        }
      }
      people = await listCustomerOwners(db, people.at(-1) ?? null, PEOPLE_AT_ONCE);
    }
    log.info({ event: 'reconciled', drifted: drifted.length, failed }, 'reconciled with stripe');
    return drifted;
  }

  return {
    reconcile,
    /** Runs it when a day has passed, in one process. */
    nightly: async (): Promise<void> => {
      if (await claimChore(db, 'reconcile', { now: await clock.now(), everyMs: DAY_MS })) await reconcile();
    },
  };
}
