import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { findCustomerOwner } from '#db/queries/stripe-customers.ts';
import { deleteOldEvents, keepEvent, settleEvents, takeDueEvents, type DueEvent } from '#db/queries/stripe-events.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeHint } from '#server/gateways/stripe/stripe.ts';
import type { Log } from '#server/lib/log.ts';
import { createUnderWay } from '#server/lib/under-way.ts';

const EVENTS_AT_ONCE = 50;
/** The first pause after a try that failed, in milliseconds; each next one is twice as long. */
const RETRY_MS = 5_000;
const KEEP_SETTLED_MS = 30 * DAY_MS;

type Dependencies = {
  db: Db;
  clock: Clock;
  log: Log;
  sync: (userId: UserId) => Promise<void>;
  noteGuest: (sessionId: string) => Promise<void>;
};

/**
 * Events of Stripe: kept first, answered, then done. Each is only a hint to read a customer again, so that their order and
 * number do not matter; one that fails is tried again, by any process, until it is done.
 */
export function createStripeEvents({ db, clock, log, sync, noteGuest }: Dependencies) {
  const underWay = createUnderWay();

  async function handle(events: DueEvent[]): Promise<void> {
    const sessions = new Set(events.map(({ sessionId }) => sessionId).filter((id) => id !== null));
    for (const sessionId of sessions) await noteGuest(sessionId);
    const customers = new Set(events.map(({ customerId }) => customerId).filter((id) => id !== null));
    for (const customerId of customers) {
      const owner = await findCustomerOwner(db, customerId);
      if (owner) await sync(owner);
    }
  }

  /** Does what is due. Events of one customer are done together. Returns whether there may be more. */
  async function work(): Promise<boolean> {
    const due = await takeDueEvents(db, { now: await clock.now(), retryMs: RETRY_MS, limit: EVENTS_AT_ONCE });
    const groups = Map.groupBy(due, ({ customerId, id }) => customerId ?? id);
    for (const group of groups.values()) {
      try {
        await handle(group);
        await settleEvents(
          db,
          group.map(({ id }) => id),
          await clock.now(),
        );
      } catch (error) {
        log.warn({ event: 'stripe event postponed', err: error }, 'stripe event postponed');
      }
    }
    return due.length === EVENTS_AT_ONCE;
  }

  async function workOff(): Promise<void> {
    while (await work());
  }

  return {
    /** Keeps an event. What it hints at is done in the background: Stripe is answered at once. */
    take: async (hint: StripeHint): Promise<void> => {
      await keepEvent(db, { ...hint, now: await clock.now() });
      void underWay.track(
        workOff().catch((error: unknown) =>
          log.error({ event: 'stripe events failed', err: error }, 'stripe events failed'),
        ),
      );
    },
    /** Resolves when everything that was begun is done or has failed. */
    idle: underWay.idle,
    sweep: workOff,
    purge: async (): Promise<void> => deleteOldEvents(db, new Date((await clock.now()).getTime() - KEEP_SETTLED_MS)),
  };
}
