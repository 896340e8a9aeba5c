import { GUARANTEE_DAYS } from '#contract/billing-times.ts';
import { DAY_MS } from '#contract/plans.ts';
import type { Db } from '#db/client.ts';
import { getBilling, listOpenRefunds, noteRefunded, requestRefund } from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import type { PaymentHistory } from './payment-history.ts';

/** A refund that was asked for this long ago and is not done failed, or its process died. */
const REFUND_RETRY_MS = 60_000;

type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway; history: PaymentHistory; log: Log };

/** The 30-day guarantee: once, from the first payment on, everything paid for the subscription comes back and it ends. */
export function createRefund({ db, clock, stripe, history, log }: Dependencies) {
  async function carryOut(userId: UserId, subscriptionId: string): Promise<void> {
    await stripe.refund(subscriptionId);
    await stripe.endNow(subscriptionId, true);
    const now = await clock.now();
    const { email } = await getBilling(db, userId);
    await history.remember(email, { refundedAt: now });
    await noteRefunded(db, userId, now);
  }

  return {
    /** Claimed first, so that it happens once; what Stripe does not do now is done by the sweep. */
    request: async (userId: UserId): Promise<void> => {
      const now = await clock.now();
      const { email } = await getBilling(db, userId);
      const before = await history.of(email);
      if (before.refundedAt) throw new AppError('REFUND_NOT_DUE');
      const paidAfter = new Date(now.getTime() - GUARANTEE_DAYS * DAY_MS);
      const subscriptionId = await requestRefund(db, { userId, paidAfter, now });
      if (!subscriptionId) throw new AppError('REFUND_NOT_DUE');
      try {
        await carryOut(userId, subscriptionId);
      } catch (error) {
        log.warn({ event: 'refund postponed', err: error }, 'refund postponed');
      }
    },

    /** Carries out what was asked for and not done. Returns whose it was. */
    sweep: async (): Promise<UserId[]> => {
      const before = new Date((await clock.now()).getTime() - REFUND_RETRY_MS);
      const done: UserId[] = [];
      for (const { userId, subscriptionId } of await listOpenRefunds(db, before)) {
        await carryOut(userId, subscriptionId);
        done.push(userId);
      }
      return done;
    },
  };
}
