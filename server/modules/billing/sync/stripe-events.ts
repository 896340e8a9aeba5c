import type { Db } from '#db/client.ts';
import { findCustomerOwner } from '#db/queries/billing/stripe-customers.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeHint } from '#server/gateways/stripe/stripe-events.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { scheduleSync } from './enqueue-sync.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  jobs: Pick<Jobs, 'kick'>;
  sync: (userId: UserId) => Promise<void>;
  noteGuest: (sessionId: string) => Promise<void>;
};

/** Each of Stripe's events is only a hint to read a customer again, so their order and number do not matter. */
export function createStripeEvents({ db, clock, jobs, sync, noteGuest }: Dependencies) {
  return {
    /** Schedules the work that an event hints at. Stripe gets its answer right away. */
    take: async ({ customerId, sessionId }: StripeHint): Promise<void> => {
      if (customerId === null && sessionId === null) return;
      await scheduleSync(db, { customerId, sessionId }, await clock.now());
      jobs.kick('stripe-sync');
    },
    /** Reads what the hint is about. Both parts may be about somebody we don't know. */
    syncHint: async ({ customerId, sessionId }: Payload<'stripe-sync'>): Promise<void> => {
      if (sessionId !== null) await noteGuest(sessionId);
      const owner = customerId === null ? undefined : await findCustomerOwner(db, customerId);
      if (owner) await sync(owner);
    },
  };
}
