import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { listCustomerIds } from '#db/queries/stripe-customers.ts';
import { claimRefund, getBilling, noteRefunded, takeOpenRefunds, type Billing } from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import type { PaymentHistory } from './payment-history.ts';
import { isLive } from './entitlement.ts';

/** A refund whose last try is this long ago failed, or its process died. */
const REFUND_RETRY_MS = 60_000;
const REFUNDS_AT_ONCE = 20;

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  history: PaymentHistory;
  log: Log;
  sync: (userId: UserId) => Promise<void>;
};

/** The 30-day guarantee: once, from the first payment of the mailbox on, everything that was paid comes back and the plan ends. */
export function createRefund({ db, clock, stripe, history, log, sync }: Dependencies) {
  /** Until when the guarantee can be asked for; null: not, or not any more. */
  async function dueUntil({ email, known }: Billing): Promise<Date | null> {
    if (!known?.firstPaidAt || known.refundRequestedAt || !isLive(known.stripeStatus)) return null;
    const before = await history.of(email);
    if (before.refundedAt) return null;
    const firstPaidMs = Math.min(known.firstPaidAt.getTime(), before.firstPaidAt?.getTime() ?? Infinity);
    const until = new Date(firstPaidMs + GUARANTEE_DAYS * DAY_MS);
    return until > (await clock.now()) ? until : null;
  }

  async function carryOut(userId: UserId): Promise<void> {
    const { known, email } = await getBilling(db, userId);
    // First, so that nobody is charged again who waits for their money.
    if (known) await stripe.endNow(known.subscriptionId, true);
    for (const customer of await listCustomerIds(db, userId)) {
      await stripe.refundCustomer(customer);
      await stripe.dropCredit(customer);
    }
    const now = await clock.now();
    await history.rememberRefund({ userId, email }, now);
    await noteRefunded(db, userId, now);
    await sync(userId);
  }

  /** What Stripe does not do now is done by the sweep; one that fails keeps nobody else waiting. */
  const tryToCarryOut = (userId: UserId) =>
    carryOut(userId).catch((error: unknown) =>
      log.error({ event: 'refund postponed', userId, err: error }, 'refund postponed'),
    );

  return {
    dueUntil,

    /** Claimed first, so that it happens once. */
    request: async (userId: UserId): Promise<void> => {
      const isDue = (await dueUntil(await getBilling(db, userId))) !== null;
      if (!isDue || !(await claimRefund(db, userId, await clock.now()))) throw new AppError('REFUND_NOT_DUE');
      await tryToCarryOut(userId);
    },

    /** Carries out what was asked for and not done. */
    sweep: async (): Promise<void> => {
      const now = await clock.now();
      const triedBefore = new Date(now.getTime() - REFUND_RETRY_MS);
      for (const userId of await takeOpenRefunds(db, { now, triedBefore, limit: REFUNDS_AT_ONCE }))
        await tryToCarryOut(userId);
    },
  };
}
