import { randomUUID } from 'node:crypto';
import { promotionFor, type AskedPromotion } from '#contract/discounts.ts';
import { DAY_MS, PLAN_NAMES, readPriceId, TRIAL_DAYS, type PriceId } from '#contract/plans.ts';
import type { Db } from '#db/client.ts';
import * as purchases from '#db/queries/guest-purchases.ts';
import { findAccountByEmail } from '#db/queries/users.ts';
import { guestPurchaseMail } from '#server/content/mails/guest-purchase-mail.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import { maskEmail, normalizeEmail } from '#server/lib/email-address.ts';
import type { PurchaseState } from './billing.dto.ts';
import { SESSION_MS } from './checkout.ts';

/** A purchase that nobody confirmed is closed before its trial ends, so that nobody is charged for what they cannot open. */
const UNCLAIMED_MS = (TRIAL_DAYS - 1) * DAY_MS;
const KEEP_CLOSED_MS = 30 * DAY_MS;

type Guest = { guestEmail: string; priceId: PriceId; discount?: AskedPromotion['discount'] };
type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  mail: MailGateway;
  attempts: { count: (kind: 'guest-checkout:address' | 'guest-checkout:mailbox', subject: string) => Promise<void> };
  publicUrl: string;
};

/**
 * Checkouts from the trial e-mail dialog. Every address gets the same answer, so that nobody learns who has an account or has
 * paid: seven days and the discount of a first time. What an address may not have is put right when it is confirmed.
 */
export function createGuestCheckout({ db, clock, stripe, mail, attempts, publicUrl }: Dependencies) {
  /** Tells the mailbox where to confirm, once. */
  async function tell(purchase: purchases.GuestPurchase): Promise<void> {
    const now = await clock.now();
    if (!(await purchases.claimGuestMail(db, purchase.id, now))) return;
    try {
      const account = await findAccountByEmail(db, purchase.email);
      const plan = readPriceId(purchase.priceId)?.plan ?? 'free';
      await mail.send(
        guestPurchaseMail(purchase.email, {
          planName: PLAN_NAMES[plan],
          hasAccount: account?.emailConfirmedAt != null,
          closesAt: new Date(now.getTime() + UNCLAIMED_MS),
          publicUrl,
        }),
      );
    } catch (error) {
      await purchases.releaseGuestMail(db, purchase.id);
      throw error;
    }
  }

  /** Reads a guest's session at Stripe. Returns the purchase, if it is one of a guest and still open. */
  async function read(sessionId: string) {
    const purchase = await purchases.findGuestPurchase(db, sessionId);
    if (!purchase) return null;
    const session = await stripe.readCheckout(sessionId);
    if (!session) return null;
    const { customerId, subscriptionId, isComplete } = session;
    if (isComplete && customerId && subscriptionId) {
      const now = await clock.now();
      await purchases.completeGuestPurchase(db, { id: purchase.id, customerId, subscriptionId, now });
      await tell(purchase);
    }
    return { purchase, session };
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
    note: async (sessionId: string): Promise<void> => void (await read(sessionId)),

    /** What /success may say to whoever holds the session's id. */
    state: async (sessionId: string): Promise<PurchaseState> => {
      const found = await read(sessionId);
      if (!found || !found.session.isComplete) return { state: 'unknown' };
      return { state: 'guest', maskedEmail: maskEmail(found.purchase.email), isPaid: found.session.isPaid };
    },

    /** Ends what nobody confirmed, and reads once more what may have been missed. */
    sweep: async (): Promise<void> => {
      const now = (await clock.now()).getTime();
      for (const old of await purchases.listOldPurchases(db, new Date(now - UNCLAIMED_MS))) {
        const found = old.sessionId === null ? null : await read(old.sessionId);
        const subscriptionId = found?.session.subscriptionId ?? old.subscriptionId;
        if (subscriptionId) {
          await stripe.refund(subscriptionId);
          await stripe.endNow(subscriptionId, true);
        }
        const outcome = subscriptionId ? 'returned' : 'expired';
        await purchases.closeGuestPurchase(db, { id: old.id, outcome, now: new Date(now) });
      }
      await purchases.deleteOldGuestPurchases(db, new Date(now - KEEP_CLOSED_MS));
    },
  };
}
