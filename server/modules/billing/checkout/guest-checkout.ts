import { randomUUID } from 'node:crypto';
import { promotionFor, type RequestedPromotion } from '#contract/billing/discounts.ts';
import { GUEST_CORRECTIONS_MAX } from '#contract/billing/billing-times.ts';
import type { GuestLink } from '#contract/billing/guest-purchases.ts';
import { TRIAL_DAYS, type PriceId } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as purchases from '#db/queries/billing/guest-purchases.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { StripeSession } from '#server/gateways/stripe/stripe-checkouts.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import { mailboxForLimits, maskEmail } from '#server/lib/email/email-address.ts';
import type { GuestLinkState, PurchaseState } from '../billing.dto.ts';
import { SESSION_MS } from './checkout.ts';
import { scheduleGuestEmail } from './guest-emails.ts';
import { nextStepAt, settleAt } from './guest-times.ts';
import { createPayerCookie } from './payer-cookie.ts';

type Guest = { guestEmail: string; priceId: PriceId; discount?: RequestedPromotion['discount'] };
type Correction = { sessionId: string; guestEmail: string };
/** Who sends a request: the network, and the value of the payer's cookie. */
export type GuestClient = { client: Client; payer: string | undefined };
type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  attempts: {
    count: (
      kind: 'guest-checkout:address' | 'guest-checkout:mailbox' | 'billing-purchase:address',
      subject: string,
    ) => Promise<void>;
  };
  publicUrl: string;
  jobs: Pick<Jobs, 'kick'>;
};

/**
 * Checkouts from the trial's email dialog. Every address gets the same answer, so that it doesn't reveal who has an account or has paid:
 * seven days and the first-time discount. Anything the address isn't entitled to is corrected on confirmation.
 */
export function createGuestCheckout({ db, clock, stripe, attempts, publicUrl, jobs }: Dependencies) {
  const payers = createPayerCookie({ isHttps: publicUrl.startsWith('https:') });

  async function countEmail({ address }: Client, email: string): Promise<void> {
    await attempts.count('guest-checkout:address', address);
    await attempts.count('guest-checkout:mailbox', mailboxForLimits(email));
  }

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
      await settleAt(trx, id, nextStepAt(completed, completedAt));
      await scheduleGuestEmail(trx, purchase, 'confirm', now);
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

  /**
   * What /success may show to anyone with the session's id. Only the browser that paid reads that it may correct the
   * address.
   */
  async function state(sessionId: string, payer: string | undefined): Promise<PurchaseState> {
    const found = await read(sessionId);
    if (!found || !found.session.isComplete) return { state: 'unknown' };
    const { email, payerHash, corrections } = found.purchase;
    const isPayer = payerHash !== null && payerHash === payers.hashOf(payer);
    return {
      state: 'guest',
      maskedEmail: maskEmail(email),
      isPaid: found.session.isPaid,
      correctionsLeft: isPayer ? GUEST_CORRECTIONS_MAX - corrections : null,
    };
  }

  return {
    payerCookie: payers.name,
    payerHash: payers.hashOf,

    /** `cookie` is what the payer is recognized by later. */
    start: async (
      { guestEmail: email, priceId, discount }: Guest,
      { client, payer }: GuestClient,
    ): Promise<{ url: string; cookie: string }> => {
      await countEmail(client, email);
      const now = await clock.now();
      const nobody = { hasPaid: false, hasLivePlan: false, isSignedIn: false, offerEndsAt: null };
      const promotion = promotionFor({ discount }, nobody, now);
      const id = randomUUID();
      const { cookie, hash: payerHash } = payers.issue(payer);
      const expiresAt = new Date(now.getTime() + SESSION_MS);
      await inTransaction(db, async (trx) => {
        await purchases.addGuestPurchase(trx, { id, email, priceId, promotion, payerHash, now });
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
        needsCard: false,
      });
      await purchases.noteGuestSession(db, id, session.id);
      if (!session.url) throw new AppError('PAYMENTS_UNAVAILABLE');
      return { url: session.url, cookie };
    },

    /** Called after an event: records that the guest completed the purchase. */
    note: async (sessionId: string): Promise<void> => {
      await adopt(sessionId);
      await read(sessionId);
    },

    /** Reads the session, and records that the guest completed the purchase. */
    read,
    state,

    /**
     * The payer mistyped the address (CHECKOUT-14). The new one is emailed, and the old one has nothing to claim
     * anymore. Throws NOT_FOUND if this browser didn't pay or the purchase isn't waiting anymore, and CORRECTIONS_USED.
     */
    correct: async (
      { sessionId, guestEmail: email }: Correction,
      { client, payer }: GuestClient,
    ): Promise<PurchaseState> => {
      await attempts.count('billing-purchase:address', client.address);
      const payerHash = payers.hashOf(payer);
      const before = await purchases.findGuestPurchase(db, sessionId);
      if (payerHash === null || before?.payerHash !== payerHash) throw new AppError('NOT_FOUND');
      if (before.email.toLowerCase() === email.toLowerCase()) return state(sessionId, payer);
      if (before.corrections >= GUEST_CORRECTIONS_MAX) throw new AppError('CORRECTIONS_USED');
      await countEmail(client, email);
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        const change = { sessionId, payerHash, email, atMost: GUEST_CORRECTIONS_MAX };
        const corrected = await purchases.correctGuestEmail(trx, change);
        if (!corrected) throw new AppError('NOT_FOUND');
        await scheduleGuestEmail(trx, corrected, 'confirm', now);
      });
      jobs.kick('guest-email');
      return state(sessionId, payer);
    },

    /** What a link in an email about a purchase still leads to. It names no address. */
    linkState: async ({ purchaseId, corrections }: GuestLink, { address }: Client): Promise<GuestLinkState> => {
      await attempts.count('billing-purchase:address', address);
      const purchase = await purchases.findPurchase(db, purchaseId);
      if (!purchase || purchase.completedAt === null) return { state: 'over' };
      if (purchase.corrections !== corrections) return { state: 'corrected' };
      return { state: purchase.closedAt === null ? 'waiting' : 'over' };
    },
  };
}
export type GuestCheckout = ReturnType<typeof createGuestCheckout>;
