import type { Db } from '#db/client.ts';
import { dropAttempt, findPayPage, takeOpenPage, type PayPage } from '#db/queries/billing/checkouts.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Log } from '#server/lib/log.ts';

/** How often a person's polls check their pay page at most. Polls come every minute, but not to the millisecond. */
const POLL_MS = 55_000;
/** When a page is asked about again that Stripe still keeps open after it expired. */
const STILL_OPEN_MS = 5 * 60_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  log: Log;
  sync: (userId: UserId) => Promise<void>;
};

/**
 * Finds out whether a pay page has been paid. The event may be lost and the success page never opened, so the person's polls ask Stripe
 * until there is an outcome, and a job asks once more when the page has expired (CHECKOUT-10).
 */
export function createOpenCheckouts({ db, clock, stripe, log, sync }: Dependencies) {
  /** Returns whether there is an outcome. */
  async function settle({ userId, id, sessionId }: PayPage): Promise<boolean> {
    const session = await stripe.readCheckout(sessionId);
    if (session?.isOpen) return false;
    if (session?.isComplete) await sync(userId);
    await dropAttempt(db, userId, { id, sessionId });
    return true;
  }

  return {
    /** Called by a poll; asks Stripe at most once a minute. */
    check: async (userId: UserId): Promise<void> => {
      const now = await clock.now();
      const page = await takeOpenPage(db, userId, { now, checkedBefore: new Date(now.getTime() - POLL_MS) });
      if (!page) return;
      await settle(page).catch((error: unknown) =>
        log.warn({ event: 'open checkout not read', userId, err: error }, 'open checkout not read'),
      );
    },
    /** A person's page should have expired by now. They may never have come back. */
    settleExpired: async ({ userId }: Payload<'pay-page'>): Promise<void> => {
      const now = await clock.now();
      const page = await findPayPage(db, userId);
      // A page opened later has a job of its own.
      if (!page || page.expiresAt > now || (await settle(page))) return;
      const dueAt = new Date(now.getTime() + STILL_OPEN_MS);
      await schedule(db, 'pay-page', { key: userId, payload: { userId }, dueAt });
    },
  };
}
