import type { Db } from '#db/client.ts';
import { listCustomerOwners } from '#db/queries/billing/stripe-customers.ts';
import { getBilling } from '#db/queries/billing/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Log } from '#server/lib/log.ts';

const PEOPLE_PER_BATCH = 50;

type Dependencies = {
  db: Db;
  log: Log;
  sync: (userId: UserId) => Promise<void>;
};

/** Once a day, re-reads every customer from Stripe and repairs what missed events or failures left wrong. */
export function createReconciliation({ db, log, sync }: Dependencies) {
  const entitlement = async (userId: UserId) => {
    const { access, known } = await getBilling(db, userId);
    return JSON.stringify([access, known?.subscriptionId, known?.stripeStatus, known?.priceId, known?.cancelAt]);
  };

  /** Finds people whose state differed from Stripe's. One failure does not stop the rest. */
  async function readAll(signal?: AbortSignal) {
    const drifted: UserId[] = [];
    let failed = 0;
    let done = 0;
    let people = await listCustomerOwners(db, null, PEOPLE_PER_BATCH);
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
        signal?.throwIfAborted();
      }
      people = await listCustomerOwners(db, people.at(-1) ?? null, PEOPLE_PER_BATCH);
    }
    log.info({ event: 'reconciled', drifted: drifted.length, failed }, 'reconciled with stripe');
    return { drifted, isSilent: failed > done };
  }

  return {
    /** Returns the people whose state differed from Stripe's. */
    reconcile: async (): Promise<UserId[]> => (await readAll()).drifted,
    /** The same as a job. Throws if Stripe failed for most customers, to be repeated. */
    nightly: async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      const { isSilent } = await readAll(signal);
      if (isSilent) throw new Error('Stripe did not answer for most customers');
    },
  };
}
