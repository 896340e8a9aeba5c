import { randomUUID } from 'node:crypto';
import {
  OFFER_MS,
  promotionFor,
  quote,
  type AskedPromotion,
  type PromotionFacts,
} from '#contract/billing/discounts.ts';
import { DAY_MS, type PriceId } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { dropAttempt, noteSession, openAttempt, type CheckoutAttempt } from '#db/queries/checkouts.ts';
import { keepCustomer, listCustomerIds } from '#db/queries/stripe-customers.ts';
import { getBilling, showOffer, type Billing } from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { CheckoutWish } from '#server/gateways/stripe/stripe-checkouts.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { CheckoutTerms, Offer } from './billing.dto.ts';
import type { PaymentHistory } from './payment-history.ts';
import { isLive, isOver } from './entitlement.ts';

export type CheckoutInput = AskedPromotion & { priceId: PriceId; expectedFirstCents?: number | undefined };

const HOUR_MS = 3_600_000;
/** How long the pay page waits. A price or promotion that was shown holds no longer. Stripe wants half an hour at least. */
export const SESSION_MS = HOUR_MS;
/** Stripe takes a trial's end only from 48 hours ahead; asked a little later it must still hold. */
const TRIAL_END_MIN_MS = 48 * HOUR_MS + SESSION_MS;
/** An attempt without a session is begun anew after this long: Stripe wants the pay page to wait half an hour at least. */
const ATTEMPT_RETRIED_MS = HOUR_MS / 3;

/** The days that are left, as Stripe takes them: to the second, or shortly before the end in whole days, in the person's favour. */
export function trialWish(endsAt: Date | null, now: Date): CheckoutWish['trial'] {
  if (endsAt === null || endsAt <= now) return null;
  const leftMs = endsAt.getTime() - now.getTime();
  return leftMs >= TRIAL_END_MIN_MS ? { endsAt } : { days: Math.ceil(leftMs / DAY_MS) };
}

/** A second trial opens nothing and keeps nobody from buying; the firmer subscription stays then. */
function hasPlanToKeep({ known, access }: Billing, now: Date): boolean {
  if (known === null || !isLive(known.stripeStatus)) return false;
  return known.stripeStatus !== 'trialing' || access.planEndsAt === null || access.planEndsAt > now;
}

/** When the first charge comes after such a trial. */
function chargedAt(trial: CheckoutWish['trial'], now: Date): Date | null {
  if (trial === null) return null;
  return 'endsAt' in trial ? trial.endsAt : new Date(now.getTime() + trial.days * DAY_MS);
}

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  history: PaymentHistory;
  publicUrl: string;
  sync: (userId: UserId) => Promise<void>;
};

/** Checkouts of people who are signed in. */
export function createCheckout({ db, clock, stripe, history, publicUrl, sync }: Dependencies) {
  /** One customer a person, kept before anything is sold to them. */
  async function customerOf(userId: UserId, email: string): Promise<string> {
    const [kept] = await listCustomerIds(db, userId);
    if (kept) return kept;
    // The same request gives the same customer, for a day; one that was deleted meanwhile is of no use.
    const same = await stripe.createCustomer({ userId, email }, email);
    const made = (await stripe.readCustomer(same))
      ? same
      : await stripe.createCustomer({ userId, email }, randomUUID());
    await keepCustomer(db, { id: made, userId, now: await clock.now() });
    const [first = made] = await listCustomerIds(db, userId);
    return first;
  }

  async function factsOf(billing: Billing): Promise<PromotionFacts> {
    const { email, known, offerShownAt } = billing;
    const before = await history.of(email);
    const shownAt = offerShownAt ?? before.offerShownAt;
    return {
      hasPaid: (known?.firstPaidAt ?? before.firstPaidAt) !== null,
      hasLivePlan: hasPlanToKeep(billing, await clock.now()),
      isSignedIn: true,
      offerEndsAt: shownAt && new Date(shownAt.getTime() + OFFER_MS),
    };
  }

  /** Somebody who may buy. What is neither alive nor over is read first; if it hangs, it must not come to life beside a new one. */
  async function buyerOf(userId: UserId): Promise<Billing> {
    const before = await getBilling(db, userId);
    const isSettled = !before.known || isLive(before.known.stripeStatus) || isOver(before.known.stripeStatus);
    if (!isSettled) await sync(userId);
    const billing = isSettled ? before : await getBilling(db, userId);
    const { known } = billing;
    if (known?.refundRequestedAt && !known.refundedAt) throw new AppError('REFUND_UNDERWAY');
    if (hasPlanToKeep(billing, await clock.now())) throw new AppError('ALREADY_SUBSCRIBED');
    if (known && !isLive(known.stripeStatus) && !isOver(known.stripeStatus))
      await stripe.endNow(known.subscriptionId, false);
    return billing;
  }

  /** A session that was opened before for the same: its address while it can be paid. */
  async function addressOf(userId: UserId, attempt: CheckoutAttempt): Promise<string | null> {
    if (attempt.sessionId === null) return null;
    const session = await stripe.readCheckout(attempt.sessionId);
    if (session?.isOpen && session.url) return session.url;
    await dropAttempt(db, userId, attempt);
    if (!session?.isComplete) return null;
    // It was paid, and the event is on its way.
    await sync(userId);
    await buyerOf(userId);
    return null;
  }

  async function openSession(
    userId: UserId,
    attempt: CheckoutAttempt,
    wish: Pick<CheckoutWish, 'priceId' | 'promotion'>,
    email: string,
  ) {
    try {
      return await stripe.openCheckout({
        ...wish,
        id: attempt.id,
        // Reckoned from when the attempt began, so that each click makes the same request.
        trial: trialWish(attempt.trialEndsAt, attempt.startedAt),
        customer: { id: await customerOf(userId, email), userId },
        successUrl: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicUrl}/cancel`,
        expiresAt: attempt.expiresAt,
      });
    } catch (error) {
      // Stripe would give the same answer to the same attempt.
      await dropAttempt(db, userId, attempt);
      throw error;
    }
  }

  return {
    terms: async (userId: UserId): Promise<CheckoutTerms> => {
      const billing = await getBilling(db, userId);
      const now = await clock.now();
      const { hasPaid, hasLivePlan, offerEndsAt } = await factsOf(billing);
      const trialEndsAt = chargedAt(trialWish(billing.access.trialEndsAt, now), now);
      const iso = (date: Date | null) => date?.toISOString() ?? null;
      return { hasPaid, hasLivePlan, trialEndsAt: iso(trialEndsAt), offerEndsAt: iso(offerEndsAt) };
    },

    /** The urgent offer begins when the server first shows it, once ever, also for an address that had an account before. */
    showOffer: async (userId: UserId): Promise<Offer> => {
      const now = await clock.now();
      const { email } = await getBilling(db, userId);
      const before = await history.of(email);
      const shownAt = await showOffer(db, userId, before.offerShownAt ?? now);
      if (!before.offerShownAt) await history.remember({ userId, email }, { offerShownAt: shownAt });
      return { endsAt: new Date(shownAt.getTime() + OFFER_MS).toISOString(), now: now.toISOString() };
    },

    /** However often and in parallel it is clicked: one customer, one session that can be paid. */
    start: async (userId: UserId, wish: CheckoutInput): Promise<{ url: string }> => {
      const billing = await buyerOf(userId);
      const { priceId } = wish;
      const begin = async () => {
        const now = await clock.now();
        const promotion = promotionFor(wish, await factsOf(billing), now);
        const { firstCents } = quote(priceId, promotion);
        if (wish.expectedFirstCents !== undefined && wish.expectedFirstCents !== firstCents)
          throw new AppError('OFFER_OVER');
        const attempt = await openAttempt(db, {
          userId,
          id: randomUUID(),
          priceId,
          promotion,
          trialEndsAt: billing.access.trialEndsAt,
          startedAt: now,
          expiresAt: new Date(now.getTime() + SESSION_MS),
          freshAfter: new Date(now.getTime() - ATTEMPT_RETRIED_MS),
        });
        return { attempt, promotion };
      };
      let { attempt, promotion } = await begin();
      const open = await addressOf(userId, attempt);
      if (open) return { url: open };
      if (attempt.sessionId !== null) ({ attempt, promotion } = await begin());
      const session = await openSession(userId, attempt, { priceId, promotion }, billing.email);
      const { isNoted, replaced } = await noteSession(db, { userId, id: attempt.id, sessionId: session.id });
      if (replaced) await stripe.expireCheckout(replaced);
      if (!isNoted) await stripe.expireCheckout(session.id);
      if (!isNoted || !session.url) throw new AppError('CHECKOUT_REPLACED');
      return { url: session.url };
    },
  };
}
