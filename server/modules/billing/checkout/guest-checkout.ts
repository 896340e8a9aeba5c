import { randomUUID } from 'node:crypto';
import { promotionFor, type RequestedPromotion } from '#contract/billing/discounts.ts';
import { DAY_MS, PLAN_NAMES, readPriceId, TRIAL_DAYS, type PriceId } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as purchases from '#db/queries/billing/guest-purchases.ts';
import { findAccountByEmail } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import { guestPurchaseEmail } from '#server/content/emails/guest-purchase-email.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { StripeSession } from '#server/gateways/stripe/stripe-checkouts.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import { mailboxForLimits, maskEmail } from '#server/lib/email/email-address.ts';
import type { DisputedRefundReport } from '#server/modules/operator/disputed-refund.service.ts';
import type { PurchaseState } from '../billing.dto.ts';
import { SESSION_MS } from './checkout.ts';

/** An unconfirmed purchase is closed before its trial ends, so that nobody is charged for something they can't open. */
const UNCLAIMED_MS = (TRIAL_DAYS - 1) * DAY_MS;
const KEEP_CLOSED_MS = 30 * DAY_MS;
/** When a purchase is read again whose page Stripe still keeps open after it expired. */
const STILL_OPEN_MS = 10 * 60_000;

type Guest = { guestEmail: string; priceId: PriceId; discount?: RequestedPromotion['discount'] };
type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  mail: MailGateway;
  attempts: { count: (kind: 'guest-checkout:address' | 'guest-checkout:mailbox', subject: string) => Promise<void> };
  publicUrl: string;
  reportDisputed: DisputedRefundReport;
  jobs: Pick<Jobs, 'kick'>;
};

/**
 * Checkouts from the trial's email dialog. Every address gets the same answer, so that it doesn't reveal who has an account or has paid:
 * seven days and the first-time discount. Anything the address isn't entitled to is corrected on confirmation.
 */
export function createGuestCheckout({
  db,
  clock,
  stripe,
  mail,
  attempts,
  publicUrl,
  reportDisputed,
  jobs,
}: Dependencies) {
  /** When the purchase is closed if nobody confirms it: the email states it, and a job acts on it. */
  const closesAt = ({ completedAt, startedAt }: purchases.GuestPurchase) =>
    new Date((completedAt ?? startedAt).getTime() + UNCLAIMED_MS);

  const settleAt = (trx: Db, id: string, dueAt: Date) =>
    schedule(trx, 'guest-purchase', { key: id, payload: { id }, dueAt });

  /** Records that a guest completed the purchase. They are emailed where to confirm it. */
  async function complete(purchase: purchases.GuestPurchase, session: StripeSession): Promise<purchases.GuestPurchase> {
    const { customerId, subscriptionId, isComplete } = session;
    if (!isComplete || !customerId || !subscriptionId || purchase.completedAt) return purchase;
    const now = await clock.now();
    // When noticed late, it was paid by the end of its page at the latest, and its trial counts from then.
    const completedAt = new Date(Math.min(now.getTime(), purchase.startedAt.getTime() + SESSION_MS));
    const completed = { ...purchase, customerId, subscriptionId, completedAt, closedAt: null };
    const { id } = purchase;
    await inTransaction(db, async (trx) => {
      if (!(await purchases.completeGuestPurchase(trx, { id, customerId, subscriptionId, completedAt }))) return;
      await settleAt(trx, id, closesAt(completed));
      await schedule(trx, 'guest-email', { key: id, payload: { id }, dueAt: now });
    });
    jobs.kick('guest-email');
    return completed;
  }

  /** Reads a guest's session at Stripe. Returns the purchase if it is a guest's and neither claimed nor ended. */
  async function read(sessionId: string) {
    const purchase = await purchases.findGuestPurchase(db, sessionId);
    if (!purchase) return null;
    const session = await stripe.readCheckout(sessionId);
    return session && { purchase: await complete(purchase, session), session };
  }

  /** The process that created a session may have died before recording whose it is, so the session itself says so. */
  async function adopt(sessionId: string): Promise<void> {
    if (await purchases.hasGuestSession(db, sessionId)) return;
    const session = await stripe.readCheckout(sessionId);
    if (session?.purchaseId) await purchases.noteGuestSession(db, session.purchaseId, sessionId);
  }

  /** Ends a closed purchase at Stripe. */
  async function end({ id, email, customerId, subscriptionId }: purchases.GuestPurchase): Promise<void> {
    if (subscriptionId) await stripe.endNow(subscriptionId, true);
    const { disputed } = customerId ? await stripe.refundCustomer(customerId) : { disputed: [] };
    await reportDisputed({ email, reason: 'unconfirmed', disputed });
    await purchases.noteGuestPurchaseReturned(db, id);
  }

  /** Handles a purchase that is due. It is closed here before it is ended at Stripe, so that nobody can claim it in between. */
  async function settle({ id }: Payload<'guest-purchase'>): Promise<void> {
    const due = await purchases.findOpenPurchase(db, id);
    if (!due) return;
    if (due.closedAt) return end(due);
    const now = await clock.now();
    const found = due.completedAt || due.sessionId === null ? null : await read(due.sessionId);
    if (found?.session.isOpen) return settleAt(db, id, new Date(now.getTime() + STILL_OPEN_MS));
    const purchase = found?.purchase ?? due;
    // Until then, an event may name the session of a purchase whose process died before it was noted.
    const waitsUntil = purchase.completedAt || purchase.sessionId === null ? closesAt(purchase) : null;
    if (waitsUntil !== null && now < waitsUntil) return settleAt(db, id, waitsUntil);
    if (!purchase.completedAt) await purchases.closeGuestPurchase(db, { id, outcome: 'expired', now });
    else if (await purchases.closeGuestPurchase(db, { id, outcome: null, now })) await end(purchase);
  }

  return {
    start: async ({ guestEmail: email, priceId, discount }: Guest, client: Client): Promise<{ url: string }> => {
      await attempts.count('guest-checkout:address', client.address);
      await attempts.count('guest-checkout:mailbox', mailboxForLimits(email));
      const now = await clock.now();
      const nobody = { hasPaid: false, hasLivePlan: false, isSignedIn: false, offerEndsAt: null };
      const promotion = promotionFor({ discount }, nobody, now);
      const id = randomUUID();
      const expiresAt = new Date(now.getTime() + SESSION_MS);
      await inTransaction(db, async (trx) => {
        await purchases.addGuestPurchase(trx, { id, email, priceId, promotion, now });
        await settleAt(trx, id, expiresAt);
      });
      const session = await stripe.openCheckout({
        id,
        priceId,
        promotion,
        promotionCodeId: null,
        trial: { days: TRIAL_DAYS },
        customer: { email },
        successUrl: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicUrl}/cancel?guest=1&price=${priceId}`,
        expiresAt,
      });
      await purchases.noteGuestSession(db, id, session.id);
      if (!session.url) throw new AppError('PAYMENTS_UNAVAILABLE');
      return { url: session.url };
    },

    /** Called after an event: records that the guest completed the purchase. */
    note: async (sessionId: string): Promise<void> => {
      await adopt(sessionId);
      await read(sessionId);
    },

    /** What /success may show to anyone with the session's id. */
    state: async (sessionId: string): Promise<PurchaseState> => {
      const found = await read(sessionId);
      if (!found || !found.session.isComplete) return { state: 'unknown' };
      return { state: 'guest', maskedEmail: maskEmail(found.purchase.email), isPaid: found.session.isPaid };
    },

    /** Emails the mailbox where to confirm, unless that was done or it is too late. */
    sendEmail: async ({ id }: Payload<'guest-email'>): Promise<void> => {
      const purchase = await purchases.findOpenPurchase(db, id);
      const now = await clock.now();
      if (!purchase || purchase.closedAt || purchase.emailedAt || now >= closesAt(purchase)) return;
      const account = await findAccountByEmail(db, purchase.email);
      const plan = readPriceId(purchase.priceId)?.plan ?? 'free';
      const email = guestPurchaseEmail(purchase.email, {
        planName: PLAN_NAMES[plan],
        hasAccount: account?.emailConfirmedAt != null,
        closesAt: closesAt(purchase),
        publicUrl,
      });
      await mail.send({ ...email, id: `guest purchase ${id}` });
      await purchases.noteGuestEmailed(db, id, now);
    },

    /** Ends a purchase that nobody confirmed, and re-reads one whose event is missing. */
    settle,

    purge: async (): Promise<void> => {
      await purchases.deleteOldGuestPurchases(db, new Date((await clock.now()).getTime() - KEEP_CLOSED_MS));
    },
  };
}
