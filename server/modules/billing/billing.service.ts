import type { Db } from '#db/client.ts';
import { listWaitingPurchases } from '#db/queries/guest-purchases.ts';
import { listCustomerIds } from '#db/queries/stripe-customers.ts';
import { deleteEventsOf } from '#db/queries/stripe-events.ts';
import { getBilling, type Billing } from '#db/queries/subscriptions.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import type { InvoiceLine, PurchaseState, SubscriptionState } from './billing.dto.ts';
import { enqueueSync } from './enqueue-sync.ts';
import { createCheckout } from './checkout.ts';
import { claimGuestPurchases } from './guest-claim.ts';
import { createGuestCheckout } from './guest-checkout.ts';
import type { PaymentHistory } from './payment-history.ts';
import { createPlanChange, type PlanChangeInput } from './plan-change.ts';
import { createReconciliation } from './reconciliation.ts';
import { createRefund } from './refund.ts';
import { isLive } from './entitlement.ts';
import { createStripeEvents } from './stripe-events.ts';
import { stateOf } from './subscription-state.ts';
import { createSubscriptionSync } from './subscription-sync.ts';

/** After something was due at Stripe and no event told of it, a poll reads again, this often at most. */
const OVERDUE_READ_MS = 55_000;

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  mail: MailGateway;
  attempts: {
    count: (
      kind: 'guest-checkout:address' | 'guest-checkout:mailbox' | 'billing-refresh:person',
      subject: string,
    ) => Promise<void>;
  };
  profile: ProfileService;
  history: PaymentHistory;
  publicUrl: string;
  log: Log;
};

export function createBillingService(dependencies: Dependencies) {
  const { db, clock, stripe, attempts, profile, log, publicUrl } = dependencies;
  const { sync } = createSubscriptionSync(dependencies);
  const checkout = createCheckout({ ...dependencies, sync });
  const guests = createGuestCheckout(dependencies);
  const planChange = createPlanChange(dependencies);
  const refund = createRefund({ ...dependencies, sync });
  const events = createStripeEvents({ db, clock, log, sync, noteGuest: guests.note });
  const reconciliation = createReconciliation({ db, clock, log, sync });

  async function stateFor(userId: UserId, known?: Billing): Promise<SubscriptionState> {
    const billing = known ?? (await getBilling(db, userId));
    const [access, waiting, refundableUntil] = await Promise.all([
      profile.accessOf(billing.access),
      listWaitingPurchases(db, billing.email),
      refund.dueUntil(billing),
    ]);
    return stateOf(billing, { access, waiting, refundableUntil });
  }

  /** Something was due at Stripe since it was last read: a renewal, the end of a trial or of a plan. */
  function isOverdue({ known }: Billing, now: Date): boolean {
    if (!known || !isLive(known.stripeStatus)) return false;
    if (now.getTime() - known.syncedAt.getTime() < OVERDUE_READ_MS) return false;
    const dates = [known.currentPeriodEnd, known.subscriptionTrialEndsAt, known.cancelAt];
    return dates.some(
      (date) => date !== null && date <= now && known.syncedAt <= new Date(date.getTime() + OVERDUE_READ_MS),
    );
  }

  /** Reads after something was done, which is done whether or not Stripe answers once more; an event tells of it too. */
  async function readAfter(userId: UserId, work: Promise<unknown>): Promise<SubscriptionState> {
    await work;
    await sync(userId).catch((error: unknown) =>
      log.warn({ event: 'reading after a change failed', err: error }, 'reading after a change failed'),
    );
    return stateFor(userId);
  }

  return {
    /** How it stands, by what is known here. Stripe is asked where something was due, and may be silent then. */
    subscription: async (userId: UserId): Promise<SubscriptionState> => {
      const billing = await getBilling(db, userId);
      if (!isOverdue(billing, await clock.now())) return stateFor(userId, billing);
      await sync(userId).catch((error: unknown) =>
        log.warn({ event: 'overdue reading failed', err: error }, 'overdue reading failed'),
      );
      return stateFor(userId);
    },
    refresh: async (userId: UserId): Promise<SubscriptionState> => {
      await attempts.count('billing-refresh:person', userId);
      await sync(userId);
      return stateFor(userId);
    },

    terms: checkout.terms,
    showOffer: checkout.showOffer,
    checkout: checkout.start,
    guestCheckout: guests.start,

    /** Whose purchase it is. The session's id is all that a guest has; somebody else's says nothing. */
    purchase: async (sessionId: string, userId: UserId | null): Promise<PurchaseState> => {
      const guest = await guests.state(sessionId);
      if (guest.state === 'guest' || userId === null) return guest;
      const session = await stripe.readCheckout(sessionId);
      const customers = await listCustomerIds(db, userId);
      return session?.customerId && customers.includes(session.customerId) ? { state: 'yours' } : { state: 'unknown' };
    },
    claimPurchase: async (userId: UserId): Promise<SubscriptionState> => {
      const { email } = await getBilling(db, userId);
      const now = await clock.now();
      const claiming = inTransaction(db, async (trx) => {
        if ((await claimGuestPurchases(trx, { userId, email, now })) === 0) throw new AppError('NOT_FOUND');
      });
      return readAfter(userId, claiming);
    },

    portal: async (userId: UserId): Promise<{ url: string }> => {
      const { known } = await getBilling(db, userId);
      const customers = await listCustomerIds(db, userId);
      const customer = customers.find((id) => id === known?.customerId) ?? customers[0];
      if (!customer) throw new AppError('NO_BILLING_ACCOUNT');
      return { url: await stripe.openPortal(customer, `${publicUrl}/dashboard/billing`) };
    },

    previewChange: planChange.preview,
    changePlan: (userId: UserId, input: PlanChangeInput) => readAfter(userId, planChange.change(userId, input)),
    previewTrialEnd: planChange.previewTrialEnd,
    previewEnd: planChange.previewEnd,
    cancel: (userId: UserId) => readAfter(userId, planChange.setCancelled(userId, true)),
    undoCancel: (userId: UserId) => readAfter(userId, planChange.setCancelled(userId, false)),

    invoices: async (userId: UserId): Promise<InvoiceLine[]> => {
      const customers = await listCustomerIds(db, userId);
      const invoices = (await Promise.all(customers.map((id) => stripe.listInvoices(id)))).flat();
      return (
        invoices
          // A trial makes an invoice over nothing, which tells nobody anything.
          .filter(({ totalCents }) => totalCents !== 0)
          .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
          .map(({ paidAt: _paidAt, paidCents: _paidCents, createdAt, ...line }) => ({
            ...line,
            createdAt: createdAt.toISOString(),
          }))
      );
    },

    requestRefund: async (userId: UserId): Promise<SubscriptionState> => {
      await refund.request(userId);
      return stateFor(userId);
    },

    /** Keeps an event of Stripe and does what it hints at. Returns false where its signature is missing or another's. */
    takeEvent: async (body: string, signature: string): Promise<boolean> => {
      const hint = stripe.readEvent(body, signature);
      if (hint) await events.take(hint);
      return hint !== null;
    },

    enqueueSync,

    /** Before an account goes for good: nothing is charged any more, and Stripe forgets the person. */
    forget: async (userId: UserId): Promise<void> => {
      for (const customer of await listCustomerIds(db, userId)) {
        await stripe.deleteCustomer(customer);
        await deleteEventsOf(db, customer);
      }
    },

    idle: events.idle,
    ...reconciliation,
    /** What must not wait: events that are not done, refunds that were asked for. */
    sweep: async (): Promise<void> => {
      await events.sweep();
      await refund.sweep();
    },
    purge: async (): Promise<void> => {
      await events.purge();
      await guests.sweep();
    },
  };
}
