import type { PromoCode } from '#contract/billing/promo-code.ts';
import type { Db } from '#db/client.ts';
import { listWaitingPurchases } from '#db/queries/billing/guest-purchases.ts';
import { listCustomerIds, listCustomers, clearPaidElsewhere } from '#db/queries/billing/stripe-customers.ts';
import { getBilling, type Billing } from '#db/queries/billing/subscriptions.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import type { DisputedRefundReport } from '#server/modules/operator/disputed-refund.service.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { InvoiceLine, PurchaseState, RefundRequested, SubscriptionState } from './billing.dto.ts';
import { dropSync, enqueueSync } from './sync/enqueue-sync.ts';
import { createCheckout } from './checkout/checkout.ts';
import { claimGuestPurchases } from './checkout/guest-claim.ts';
import { createBillingDetails } from './billing-details.ts';
import { findCustomer } from './customer-of.ts';
import { createGuarantee } from './guarantee.ts';
import { createGuestCheckout, type GuestClient } from './checkout/guest-checkout.ts';
import { createGuestEmails } from './checkout/guest-emails.ts';
import { createGuestWaiting } from './checkout/guest-waiting.ts';
import { createOpenCheckouts } from './checkout/open-checkouts.ts';
import { createBillingEmails } from './emails/billing-email.ts';
import { createPromoCodes } from './checkout/promo-codes.ts';
import { withoutDocuments } from './paid-elsewhere.ts';
import type { PaymentHistory } from './payment-history.ts';
import { createPlanChange, type PlanChangeInput } from './plan-change.ts';
import { createReconciliation } from './sync/reconciliation.ts';
import { createRefund } from './refund.ts';
import { isLive } from './entitlement.ts';
import { createStripeEvents } from './sync/stripe-events.ts';
import { stateOf } from './sync/subscription-state.ts';
import { createSubscriptionSync } from './sync/subscription-sync.ts';

/** If something was due at Stripe and no event arrived, a poll reads again, at most this often. */
const OVERDUE_READ_MS = 55_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  mail: MailGateway;
  attempts: {
    count: (
      kind: 'guest-checkout:address' | 'guest-checkout:mailbox' | 'billing-refresh:person' | 'billing-purchase:address',
      subject: string,
    ) => Promise<void>;
  };
  profile: ProfileService;
  history: PaymentHistory;
  reportDisputed: DisputedRefundReport;
  publicUrl: string;
  isTaxed: boolean;
  log: Log;
  jobs: Pick<Jobs, 'kick'>;
};

export function createBillingService(dependencies: Dependencies) {
  const { db, clock, stripe, attempts, profile, log, publicUrl, isTaxed } = dependencies;
  const { sync } = createSubscriptionSync(dependencies);
  const promoCodes = createPromoCodes(dependencies);
  const guaranteeOf = createGuarantee(dependencies);
  const checkout = createCheckout({ ...dependencies, promoCodes, guaranteeOf, sync });
  const openCheckouts = createOpenCheckouts({ db, clock, stripe, log, sync });
  const guests = createGuestCheckout(dependencies);
  const waiting = createGuestWaiting({ ...dependencies, read: guests.read });
  const guestEmails = createGuestEmails(dependencies);
  const details = createBillingDetails(dependencies);
  const planChange = createPlanChange(dependencies);
  const refund = createRefund({ ...dependencies, guaranteeOf, sync });
  const events = createStripeEvents({ db, clock, jobs: dependencies.jobs, sync, noteGuest: guests.note });
  const emails = createBillingEmails(dependencies);
  const reconciliation = createReconciliation({ db, log, sync });

  async function stateFor(userId: UserId, known?: Billing): Promise<SubscriptionState> {
    const billing = known ?? (await getBilling(db, userId));
    const [access, purchases, refundableUntil] = await Promise.all([
      profile.accessOf(billing.access),
      listWaitingPurchases(db, billing.email),
      refund.dueUntil(billing),
    ]);
    return stateOf(billing, { access, waiting: purchases, refundableUntil, isTaxed });
  }

  /** Something has become due at Stripe since the last read: a renewal, or the end of a trial or plan. */
  function isOverdue({ known }: Billing, now: Date): boolean {
    if (!known || !isLive(known.stripeStatus)) return false;
    if (now.getTime() - known.syncedAt.getTime() < OVERDUE_READ_MS) return false;
    const dates = [known.currentPeriodEnd, known.subscriptionTrialEndsAt, known.cancelAt];
    return dates.some(
      (date) => date !== null && date <= now && known.syncedAt <= new Date(date.getTime() + OVERDUE_READ_MS),
    );
  }

  /** A plan that was paid for elsewhere is a person's own once the browser that paid is signed in to their account. */
  async function recognizePayer(userId: UserId, payer: string | undefined): Promise<boolean> {
    const hash = guests.payerHash(payer);
    return hash !== null && clearPaidElsewhere(db, userId, hash);
  }

  /** Reads again after a change. The change is done even if Stripe doesn't answer this time, because an event reports it too. */
  async function readAfter(userId: UserId, work?: Promise<unknown>): Promise<SubscriptionState> {
    await work;
    await sync(userId).catch((error: unknown) =>
      log.warn({ event: 'reading after a change failed', userId, err: error }, 'reading after a change failed'),
    );
    return stateFor(userId);
  }

  return {
    /**
     * The subscription as we know it. Stripe is asked if something was due, and may fail to answer. `payer` is the
     * payer's cookie.
     */
    subscription: async (userId: UserId, payer?: string): Promise<SubscriptionState> => {
      const billing = await getBilling(db, userId);
      if (billing.known?.isPaidElsewhere && (await recognizePayer(userId, payer))) return readAfter(userId);
      if (billing.hasOpenCheckout) {
        await openCheckouts.check(userId);
        return stateFor(userId);
      }
      if (!isOverdue(billing, await clock.now())) return stateFor(userId, billing);
      await sync(userId).catch((error: unknown) =>
        log.warn({ event: 'overdue reading failed', userId, err: error }, 'overdue reading failed'),
      );
      return stateFor(userId);
    },
    refresh: async (userId: UserId, payer?: string): Promise<SubscriptionState> => {
      await attempts.count('billing-refresh:person', userId);
      await recognizePayer(userId, payer);
      await sync(userId);
      return stateFor(userId);
    },

    terms: checkout.terms,
    showOffer: checkout.showOffer,
    checkoutTax: checkout.tax,
    promoCode: async (userId: UserId, code: string): Promise<PromoCode> => (await promoCodes.find(userId, code)).code,
    checkout: checkout.start,
    payerCookie: guests.payerCookie,
    guestCheckout: guests.start,
    correctGuestEmail: guests.correct,
    guestLink: guests.linkState,

    /** Whether this purchase is the caller's. A guest only has the session's id; someone else's purchase reveals nothing. */
    purchase: async (
      sessionId: string,
      userId: UserId | null,
      { client, payer }: GuestClient,
    ): Promise<PurchaseState> => {
      await attempts.count('billing-purchase:address', client.address);
      const guest = await guests.state(sessionId, payer);
      if (guest.state === 'guest' || userId === null) return guest;
      const session = await stripe.readCheckout(sessionId);
      const customers = await listCustomerIds(db, userId);
      return session?.customerId && customers.includes(session.customerId)
        ? { state: 'yours', today: session.amounts, promotion: session.promotion }
        : { state: 'unknown' };
    },
    claimPurchase: async (userId: UserId, payer?: string): Promise<SubscriptionState> => {
      const { email } = await getBilling(db, userId);
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        if ((await claimGuestPurchases(trx, { userId, email, now })) === 0) throw new AppError('NOT_FOUND');
      });
      await recognizePayer(userId, payer);
      return readAfter(userId);
    },

    portal: async (userId: UserId, flow: 'card' | null = null): Promise<{ url: string }> => {
      const { known } = await getBilling(db, userId);
      const customer = await findCustomer(db, userId, known);
      if (!customer) throw new AppError('NO_BILLING_ACCOUNT');
      return { url: await stripe.openPortal(customer, `${publicUrl}/dashboard/billing`, flow) };
    },

    details: details.read,
    saveDetails: details.save,

    nextInvoice: planChange.nextInvoice,
    previewChange: planChange.preview,
    changePlan: (userId: UserId, input: PlanChangeInput) => readAfter(userId, planChange.change(userId, input)),
    previewTrialEnd: planChange.previewTrialEnd,
    previewEnd: planChange.previewEnd,
    cancel: (userId: UserId) => readAfter(userId, planChange.setCanceled(userId, true)),
    undoCancel: (userId: UserId) => readAfter(userId, planChange.setCanceled(userId, false)),

    invoices: async (userId: UserId): Promise<InvoiceLine[]> => {
      const customers = await listCustomers(db, userId);
      const lists = customers.map(async ({ id, isPaidElsewhere }) => {
        const invoices = await stripe.listInvoices(id);
        return isPaidElsewhere ? invoices.map(withoutDocuments) : invoices;
      });
      const invoices = (await Promise.all(lists)).flat();
      return (
        invoices
          // A trial creates an invoice for $0, which tells nobody anything.
          .filter(({ totalCents }) => totalCents !== 0)
          .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
          .map(({ paidAt: _paidAt, createdAt, ...line }) => ({
            ...line,
            createdAt: createdAt.toISOString(),
          }))
      );
    },

    previewRefund: refund.preview,
    requestRefund: async (userId: UserId): Promise<RefundRequested> => {
      const refundedCents = await refund.request(userId);
      return { ...(await stateFor(userId)), refundedCents };
    },

    /**
     * Takes a Stripe event and has a job do what it hints at. Returns false if it isn't signed by Stripe, or isn't an
     * event.
     */
    takeEvent: async (body: string, signature: string): Promise<boolean> => {
      const hint = await stripe.readEvent(body, signature);
      if (hint) await events.take(hint);
      return hint !== null;
    },

    enqueueSync,

    /** Called before an account is deleted for good: nothing is charged anymore, and Stripe deletes the person's details. */
    forget: async (userId: UserId): Promise<void> => {
      for (const customer of await listCustomerIds(db, userId)) {
        await stripe.deleteCustomer(customer);
        await dropSync(db, customer);
      }
    },

    ...reconciliation,
    syncHint: events.syncHint,
    carryOutRefund: refund.carryOut,
    settleExpiredPage: openCheckouts.settleExpired,
    settleGuestPurchase: waiting.settle,
    sendGuestEmail: guestEmails.send,
    emailFor: emails.emailFor,
    addEmailsThatAreDue: emails.addThoseThatAreDue,
    purge: waiting.purge,
  };
}
export type BillingService = ReturnType<typeof createBillingService>;
