import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { claimChore, extendLease, finishChore } from '#db/queries/chores.ts';
import { listCustomerOwners } from '#db/queries/stripe-customers.ts';
import { getBilling } from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Log } from '#server/lib/log.ts';

const CHORE = 'reconcile';
const PEOPLE_AT_ONCE = 50;
/** Longer than any of them takes. Who does not extend it is gone. */
const LEASE_MS = 15 * 60_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  log: Log;
  sync: (userId: UserId) => Promise<void>;
};

/** Once a day everybody who has a customer is read again at Stripe: what no event told, or what went wrong, is mended. */
export function createReconciliation({ db, clock, log, sync }: Dependencies) {
  const entitlement = async (userId: UserId) => {
    const { access, known } = await getBilling(db, userId);
    return JSON.stringify([access, known?.subscriptionId, known?.stripeStatus, known?.priceId, known?.cancelAt]);
  };

  /** Finds whose state was another than Stripe's. One that fails does not stop the rest. */
  async function readAll(stillAtIt: () => Promise<void>) {
    const drifted: UserId[] = [];
    let failed = 0;
    let done = 0;
    let people = await listCustomerOwners(db, null, PEOPLE_AT_ONCE);
    while (people.length > 0) {
      for (const userId of people) {
        try {
          const before = await entitlement(userId);
          await sync(userId);
          if (before !== (await entitlement(userId))) drifted.push(userId);
          done += 1;
        } catch (error) {
          failed += 1;
          log.warn({ event: 'reconciliation failed', userId, err: error }, 'reconciliation failed');
        }
        await stillAtIt();
      }
      people = await listCustomerOwners(db, people.at(-1) ?? null, PEOPLE_AT_ONCE);
    }
    log.info({ event: 'reconciled', drifted: drifted.length, failed }, 'reconciled with stripe');
    return { drifted, isSilent: failed > done };
  }

  return {
    /** Returns whose state was another than Stripe's. */
    reconcile: async (): Promise<UserId[]> => (await readAll(async () => undefined)).drifted,
    /** Runs it when a day has passed since it last went through, in one process. One that dies is followed up by another. */
    nightly: async (): Promise<void> => {
      const now = await clock.now();
      if (!(await claimChore(db, CHORE, { now, everyMs: DAY_MS, leaseMs: LEASE_MS }))) return;
      const extend = async () => extendLease(db, CHORE, new Date((await clock.now()).getTime() + LEASE_MS));
      const { isSilent } = await readAll(extend);
      // Where Stripe failed for most, the next hour tries again.
      if (!isSilent) await finishChore(db, CHORE, now);
    },
  };
}
