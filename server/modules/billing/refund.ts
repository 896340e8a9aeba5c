import type { Db } from '#db/client.ts';
import { listCustomerIds } from '#db/queries/billing/stripe-customers.ts';
import { claimRefund, getBilling, noteRefunded, type Billing } from '#db/queries/billing/subscriptions.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Refunded } from '#server/gateways/stripe/stripe-invoices.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { DisputedRefundReport } from '#server/modules/operator/disputed-refund.service.ts';
import type { Log } from '#server/lib/log.ts';
import type { RefundPreview } from './billing.dto.ts';
import { refundDetails } from './emails/refund-details.ts';
import type { FindGuarantee } from './guarantee.ts';
import type { PaymentHistory } from './payment-history.ts';
import { isLive } from './entitlement.ts';
import { enqueueSync } from './sync/enqueue-sync.ts';

/** When the job takes over a refund from the request that it was asked in, in milliseconds. */
const TAKEN_OVER_MS = 60_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  history: PaymentHistory;
  guaranteeOf: FindGuarantee;
  reportDisputed: DisputedRefundReport;
  log: Log;
  sync: (userId: UserId) => Promise<void>;
};

/** The 30-day guarantee. Once per mailbox, within 30 days of its first payment, everything paid is refunded and the plan ends. */
export function createRefund({ db, clock, stripe, history, guaranteeOf, reportDisputed, log, sync }: Dependencies) {
  /** The last moment to use the guarantee; null if that isn't possible, or no longer is. */
  async function dueUntil(billing: Billing): Promise<Date | null> {
    const { known } = billing;
    if (!known?.firstPaidAt || !isLive(known.stripeStatus)) return null;
    return (await guaranteeOf(billing))?.until ?? null;
  }

  /** A disputed payment is left to the customer's bank. Returns what was paid back, in cents; null if there was nothing to do. */
  async function carryOut(userId: UserId): Promise<number | null> {
    const { known, email } = await getBilling(db, userId);
    if (!known?.refundRequestedAt || known.refundedAt) return null;
    // This comes first, so that nobody who is waiting for a refund is charged again.
    await stripe.endNow(known.subscriptionId, true);
    const refunded: Refunded = { cents: 0, disputed: [] };
    for (const customer of await listCustomerIds(db, userId)) {
      const { cents, disputed } = await stripe.refundCustomer(customer);
      refunded.cents += cents;
      refunded.disputed.push(...disputed);
      await stripe.dropCredit(customer);
    }
    await reportDisputed({ email, reason: 'guarantee', disputed: refunded.disputed });
    const now = await clock.now();
    await history.rememberRefund({ userId, email }, now);
    await inTransaction(db, async (trx) => {
      // The guarantee is used once, so there is one such email.
      const details = refundDetails(refunded, { isDuplicate: false });
      await noteRefunded(trx, userId, { disputedCents: details.disputedCents, now });
      await addNotice(trx, { userId, topic: 'refund', subject: 'guarantee', details, now });
      await enqueueSync(trx, { userId, now });
    });
    await sync(userId);
    return refunded.cents;
  }

  return {
    dueUntil,

    /** What a request made now pays back. Throws REFUND_NOT_DUE. */
    preview: async (userId: UserId): Promise<RefundPreview> => {
      if ((await dueUntil(await getBilling(db, userId))) === null) throw new AppError('REFUND_NOT_DUE');
      const customers = await listCustomerIds(db, userId);
      const [invoices, credits] = await Promise.all([
        Promise.all(customers.map((id) => stripe.listInvoices(id))),
        Promise.all(customers.map((id) => stripe.readCredit(id))),
      ]);
      const paid = invoices.flat().filter(({ status }) => status === 'paid');
      return {
        amountCents: paid.reduce(
          (cents, { paidCents, refundedCents, disputedCents }) => cents + paidCents - refundedCents - disputedCents,
          0,
        ),
        disputedCents: paid.reduce((cents, { disputedCents }) => cents + disputedCents, 0),
        creditCents: credits.reduce((cents, credit) => cents + credit, 0),
      };
    },

    /** Claimed first, so that it happens once. If Stripe fails now, or the process dies, a job carries it out. */
    request: async (userId: UserId): Promise<number | null> => {
      const isDue = (await dueUntil(await getBilling(db, userId))) !== null;
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        if (!isDue || !(await claimRefund(trx, userId, now))) throw new AppError('REFUND_NOT_DUE');
        const dueAt = new Date(now.getTime() + TAKEN_OVER_MS);
        await schedule(trx, 'refund', { key: userId, payload: { userId }, dueAt });
      });
      return carryOut(userId).catch((error: unknown) => {
        log.error({ event: 'refund postponed', userId, err: error }, 'refund postponed');
        return null;
      });
    },

    /** Carries out a refund that was requested, unless that was done. */
    carryOut,
  };
}
