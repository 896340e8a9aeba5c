import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as purchases from '#db/queries/billing/guest-purchases.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { DisputedRefundReport } from '#server/modules/operator/disputed-refund.service.ts';
import type { GuestCheckout } from './guest-checkout.ts';
import { scheduleGuestEmail } from './guest-emails.ts';
import { closesAt, trialExtendedUntil, extendsTrialAt, nextStepAt, remindersDue, settleAt } from './guest-times.ts';

const KEEP_CLOSED_MS = 30 * DAY_MS;
/** When a purchase is read again whose page Stripe still keeps open after it expired. */
const STILL_OPEN_MS = 10 * 60_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  reportDisputed: DisputedRefundReport;
  jobs: Pick<Jobs, 'kick'>;
  read: GuestCheckout['read'];
};

/**
 * What happens to a guest's purchase until somebody confirms its address: reminders, and after 14 days its end
 * (CHECKOUT-16).
 */
export function createGuestWaiting({ db, clock, stripe, reportDisputed, jobs, read }: Dependencies) {
  /**
   * Stripe's trial ends after seven days. It is moved past the end of the wait, so that nothing is charged until
   * somebody can use it.
   */
  async function extendTrial(purchase: purchases.GuestPurchase): Promise<void> {
    const { customerId, subscriptionId } = purchase;
    const customer = customerId === null ? null : await stripe.readCustomer(customerId);
    const bought = customer?.subscriptions.find(({ id }) => id === subscriptionId);
    const until = trialExtendedUntil(purchase);
    // One that is paid already isn't touched: it is refunded at the end.
    if (bought?.status === 'trialing' && bought.trialEndsAt !== null && bought.trialEndsAt < until)
      await stripe.moveTrialEnd(bought.id, until);
  }

  /**
   * Ends a closed purchase at Stripe and pays everything back. Repeating it changes nothing: Stripe refunds a payment
   * once.
   */
  async function end(purchase: purchases.GuestPurchase): Promise<void> {
    const { id, email, customerId, subscriptionId, emailedAt } = purchase;
    if (subscriptionId) await stripe.endNow(subscriptionId, true);
    const { cents, disputed } = customerId ? await stripe.refundCustomer(customerId) : { cents: 0, disputed: [] };
    await reportDisputed({ email, reason: 'unconfirmed', disputed });
    const now = await clock.now();
    await inTransaction(db, async (trx) => {
      if (!(await purchases.noteGuestPurchaseReturned(trx, id, cents))) return;
      // Nobody has to hear of a purchase that they were never told of, unless money moved.
      if (emailedAt !== null || cents > 0) await scheduleGuestEmail(trx, purchase, 'ended', now);
    });
    jobs.kick('guest-email');
  }

  async function settleComplete(purchase: purchases.GuestPurchase, now: Date, isNew: boolean): Promise<void> {
    const { id } = purchase;
    if (now >= closesAt(purchase)) {
      // It is closed here before it is ended at Stripe, so that nobody can claim it in between.
      if (await purchases.closeGuestPurchase(db, { id, outcome: null, now })) await end(purchase);
      return;
    }
    if (now >= extendsTrialAt(purchase)) await extendTrial(purchase);
    await inTransaction(db, async (trx) => {
      // One that is noticed only now is being announced: two emails at once would arrive in any order.
      if (!isNew && remindersDue(purchase, now) > purchase.reminders)
        await scheduleGuestEmail(trx, purchase, 'reminder', now);
      await settleAt(trx, id, nextStepAt(purchase, now));
    });
    jobs.kick('guest-email');
  }

  return {
    /**
     * Does what is due about a purchase: re-reads one whose event is missing, reminds of one that waits, ends one that
     * nobody confirmed.
     */
    settle: async ({ id }: Payload<'guest-purchase'>): Promise<void> => {
      const due = await purchases.findPurchase(db, id);
      if (!due || due.outcome !== null) return;
      if (due.closedAt) return end(due);
      const now = await clock.now();
      const found = due.completedAt || due.sessionId === null ? null : await read(due.sessionId);
      if (found?.session.isOpen) return settleAt(db, id, new Date(now.getTime() + STILL_OPEN_MS));
      const purchase = found?.purchase ?? due;
      if (purchase.completedAt) return settleComplete(purchase, now, found !== null);
      // Until then, an event may name the session of a purchase whose process died before it was noted.
      if (purchase.sessionId === null && now < closesAt(purchase)) return settleAt(db, id, closesAt(purchase));
      await purchases.closeGuestPurchase(db, { id, outcome: 'expired', now });
    },

    purge: async (): Promise<void> => {
      await purchases.deleteOldGuestPurchases(db, new Date((await clock.now()).getTime() - KEEP_CLOSED_MS));
    },
  };
}
