import { randomUUID } from 'node:crypto';
import { OFFER_MS, promotionFor, type AskedPromotion, type PromotionFacts } from '#contract/discounts.ts';
import { DAY_MS, type PriceId } from '#contract/plans.ts';
import type { Db } from '#db/client.ts';
import { noteSession, openAttempt } from '#db/queries/checkouts.ts';
import { keepCustomer, listCustomerIds } from '#db/queries/stripe-customers.ts';
import { getBilling, showOffer, type Billing } from '#db/queries/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { CheckoutWish } from '#server/gateways/stripe-checkouts.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { CheckoutTerms, Offer } from './billing.dto.ts';
import type { PaymentHistory } from './payment-history.ts';
import { isLive, isOver } from './standing.ts';

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

/** When the first charge comes after such a trial. */
function chargedAt(trial: CheckoutWish['trial'], now: Date): Date | null {
  if (trial === null) return null;
  return 'endsAt' in trial ? trial.endsAt : new Date(now.getTime() + trial.days * DAY_MS);
}

type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway; history: PaymentHistory; publicUrl: string };

/** Checkouts of people who are signed in. */
export function createCheckout({ db, clock, stripe, history, publicUrl }: Dependencies) {
  /** One customer a person, kept before anything is sold to them. */
  async function customerOf(userId: UserId, email: string): Promise<string> {
    const [kept] = await listCustomerIds(db, userId);
    if (kept) return kept;
    const made = await stripe.createCustomer({ userId, email });
    await keepCustomer(db, { id: made, userId, now: await clock.now() });
    const [first = made] = await listCustomerIds(db, userId);
    return first;
  }

  async function factsOf({ email, known, offerShownAt }: Billing): Promise<PromotionFacts> {
    const before = await history.of(email);
    const shownAt = offerShownAt ?? before.offerShownAt;
    return {
      hasPaid: (known?.firstPaidAt ?? before.firstPaidAt) !== null,
      hasLivePlan: known !== null && isLive(known.stripeStatus),
      isSignedIn: true,
      offerEndsAt: shownAt && new Date(shownAt.getTime() + OFFER_MS),
    };
  }

  /** A subscription that hangs unpaid must not come back to life beside a new one. */
  async function clearAway({ known }: Billing): Promise<void> {
    if (known && !isOver(known.stripeStatus)) await stripe.endNow(known.subscriptionId, false);
  }

  return {
    factsOf,

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
      if (!before.offerShownAt) await history.remember(email, { offerShownAt: shownAt });
      return { endsAt: new Date(shownAt.getTime() + OFFER_MS).toISOString(), now: now.toISOString() };
    },

    /** However often and in parallel it is clicked: one customer, one session that can be paid. */
    start: async (userId: UserId, wish: AskedPromotion & { priceId: PriceId }): Promise<{ url: string }> => {
      const billing = await getBilling(db, userId);
      const now = await clock.now();
      const facts = await factsOf(billing);
      if (facts.hasLivePlan) throw new AppError('ALREADY_SUBSCRIBED');
      await clearAway(billing);
      const customer = await customerOf(userId, billing.email);
      const promotion = promotionFor(wish, facts, now);
      const attempt = await openAttempt(db, {
        userId,
        id: randomUUID(),
        priceId: wish.priceId,
        promotion,
        trialEndsAt: billing.access.trialEndsAt,
        startedAt: now,
        expiresAt: new Date(now.getTime() + SESSION_MS),
        freshAfter: new Date(now.getTime() - ATTEMPT_RETRIED_MS),
      });
      const session = await stripe.openCheckout({
        id: attempt.id,
        priceId: wish.priceId,
        promotion,
        // Reckoned from when the attempt began, so that each click makes the same request.
        trial: trialWish(attempt.trialEndsAt, attempt.startedAt),
        customer: { id: customer, userId },
        successUrl: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicUrl}/cancel`,
        expiresAt: attempt.expiresAt,
      });
      const before = await noteSession(db, userId, session.id);
      if (before) await stripe.expireCheckout(before);
      if (!session.url) throw new AppError('PAYMENTS_UNAVAILABLE');
      return { url: session.url };
    },
  };
}
