import { randomUUID } from 'node:crypto';
import { promotionFor, type AskedPromotion } from '#contract/billing/discounts.ts';
import { DAY_MS, PLAN_NAMES, readPriceId, TRIAL_DAYS, type PriceId } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as purchases from '#db/queries/guest-purchases.ts';
import { findAccountByEmail } from '#db/queries/users.ts';
import { guestPurchaseMail } from '#server/content/mails/guest-purchase-mail.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { StripeSession } from '#server/gateways/stripe/stripe-checkouts.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import { maskEmail, normalizeEmail } from '#server/lib/email-address.ts';
import type { Log } from '#server/lib/log.ts';
import type { PurchaseState } from './billing.dto.ts';
import { SESSION_MS } from './checkout.ts';

/** A purchase that nobody confirmed is closed before its trial ends, so that nobody is charged for what they cannot open. */
const UNCLAIMED_MS = (TRIAL_DAYS - 1) * DAY_MS;
const KEEP_CLOSED_MS = 30 * DAY_MS;
const AT_ONCE = 100;

type Guest = { guestEmail: string; priceId: PriceId; discount?: AskedPromotion['discount'] };
type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  mail: MailGateway;
  attempts: { count: (kind: 'guest-checkout:address' | 'guest-checkout:mailbox', subject: string) => Promise<void> };
  publicUrl: string;
  log: Log;
};

/**
 * Checkouts from the trial e-mail dialog. Every address gets the same answer, so that nobody learns who has an account or has
 * paid: seven days and the discount of a first time. What an address may not have is put right when it is confirmed.
 */
export function createGuestCheckout({ db, clock, stripe, mail, attempts, publicUrl, log }: Dependencies) {
  /** When it is closed if nobody confirms it: what the mail says and the sweep does. */
  const closesAt = ({ completedAt, startedAt }: purchases.GuestPurchase) =>
    new Date((completedAt ?? startedAt).getTime() + UNCLAIMED_MS);

  /** Tells the mailbox where to confirm, once. A mail that does not go out is tried again by the sweep. */
  async function tell(purchase: purchases.GuestPurchase, now: Date): Promise<void> {
    if (!(await purchases.claimGuestMail(db, purchase.id, now))) return;
    try {
      const account = await findAccountByEmail(db, purchase.email);
      const plan = readPriceId(purchase.priceId)?.plan ?? 'free';
      await mail.send(
        guestPurchaseMail(purchase.email, {
          planName: PLAN_NAMES[plan],
          hasAccount: account?.emailConfirmedAt != null,
          closesAt: closesAt(purchase),
          publicUrl,
        }),
      );
    } catch (error) {
      log.warn({ event: 'guest mail not sent', err: error }, 'guest mail not sent');
      await purchases.releaseGuestMail(db, purchase.id);
    }
  }

  /** Notes that a guest went through with it, and tells their mailbox, if there is still time to confirm. */
  async function complete(purchase: purchases.GuestPurchase, session: StripeSession): Promise<purchases.GuestPurchase> {
    const { customerId, subscriptionId, isComplete } = session;
    if (!isComplete || !customerId || !subscriptionId || purchase.completedAt) return purchase;
    const now = await clock.now();
    // Noticed late, it was paid by the end of its page at the latest: its trial runs since then.
    const completedAt = new Date(Math.min(now.getTime(), purchase.startedAt.getTime() + SESSION_MS));
    const isFirst = await purchases.completeGuestPurchase(db, {
      id: purchase.id,
      customerId,
      subscriptionId,
      completedAt,
    });
    const completed = { ...purchase, customerId, subscriptionId, completedAt, closedAt: null };
    if (isFirst && now < closesAt(completed)) await tell(completed, now);
    return completed;
  }

  /** Reads a guest's session at Stripe. Returns the purchase, if it is one of a guest and neither claimed nor ended. */
  async function read(sessionId: string) {
    const purchase = await purchases.findGuestPurchase(db, sessionId);
    if (!purchase) return null;
    const session = await stripe.readCheckout(sessionId);
    return session && { purchase: await complete(purchase, session), session };
  }

  /** The process that opened a session may have died before it noted whose it is: the session itself says so. */
  async function adopt(sessionId: string): Promise<void> {
    if (await purchases.hasGuestSession(db, sessionId)) return;
    const session = await stripe.readCheckout(sessionId);
    if (session?.purchaseId) await purchases.noteGuestSession(db, session.purchaseId, sessionId);
  }

  /** What was closed is ended at Stripe; by whichever sweep gets through. */
  async function end({ id, customerId, subscriptionId }: purchases.GuestPurchase): Promise<void> {
    if (subscriptionId) await stripe.endNow(subscriptionId, true);
    if (customerId) await stripe.refundCustomer(customerId);
    await purchases.noteGuestPurchaseReturned(db, id);
  }

  /** Does what is due of one purchase. It is closed here before it is ended at Stripe, so that nobody can claim it between. */
  async function settle(due: purchases.GuestPurchase, now: Date): Promise<void> {
    if (due.closedAt) return end(due);
    const found = due.completedAt || due.sessionId === null ? null : await read(due.sessionId);
    if (found?.session.isOpen) return;
    const purchase = found?.purchase ?? due;
    if (!purchase.completedAt) {
      await purchases.closeGuestPurchase(db, { id: due.id, outcome: 'expired', now });
    } else if (now < closesAt(purchase)) {
      if (!found) await tell(purchase, now);
    } else if (await purchases.closeGuestPurchase(db, { id: due.id, outcome: null, now })) await end(purchase);
  }

  return {
    start: async ({ guestEmail: email, priceId, discount }: Guest, client: Client): Promise<{ url: string }> => {
      await attempts.count('guest-checkout:address', client.address);
      await attempts.count('guest-checkout:mailbox', normalizeEmail(email));
      const now = await clock.now();
      const nobody = { hasPaid: false, hasLivePlan: false, isSignedIn: false, offerEndsAt: null };
      const promotion = promotionFor({ discount }, nobody, now);
      const id = randomUUID();
      await purchases.addGuestPurchase(db, { id, email, priceId, promotion, now });
      const session = await stripe.openCheckout({
        id,
        priceId,
        promotion,
        trial: { days: TRIAL_DAYS },
        customer: { email },
        successUrl: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicUrl}/cancel?guest=1`,
        expiresAt: new Date(now.getTime() + SESSION_MS),
      });
      await purchases.noteGuestSession(db, id, session.id);
      if (!session.url) throw new AppError('PAYMENTS_UNAVAILABLE');
      return { url: session.url };
    },

    /** After an event: notes that the guest went through with it. */
    note: async (sessionId: string): Promise<void> => {
      await adopt(sessionId);
      await read(sessionId);
    },

    /** What /success may say to whoever holds the session's id. */
    state: async (sessionId: string): Promise<PurchaseState> => {
      const found = await read(sessionId);
      if (!found || !found.session.isComplete) return { state: 'unknown' };
      return { state: 'guest', maskedEmail: maskEmail(found.purchase.email), isPaid: found.session.isPaid };
    },

    /** Ends what nobody confirmed, reads once more what no event told of, mails again. One that fails waits for the next time. */
    sweep: async (): Promise<void> => {
      const now = await clock.now();
      const before = (ms: number) => new Date(now.getTime() - ms);
      const due = { sessionsBefore: before(SESSION_MS), closedBefore: before(UNCLAIMED_MS), limit: AT_ONCE };
      let some = await purchases.listDuePurchases(db, { ...due, after: null });
      while (some.length > 0) {
        for (const purchase of some) {
          await settle(purchase, now).catch((error: unknown) =>
            log.warn(
              { event: 'guest purchase postponed', purchase: purchase.id, err: error },
              'guest purchase postponed',
            ),
          );
        }
        some = await purchases.listDuePurchases(db, { ...due, after: some.at(-1)?.id ?? null });
      }
      await purchases.deleteOldGuestPurchases(db, before(KEEP_CLOSED_MS));
    },
  };
}
