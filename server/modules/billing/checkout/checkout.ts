import { randomUUID } from 'node:crypto';
import { OFFER_MS, promotionFor, type RequestedPromotion, type PromotionFacts } from '#contract/billing/discounts.ts';
import { DAY_MS, type PriceId } from '#contract/billing/plans.ts';
import { bestQuote } from '#contract/billing/promo-code.ts';
import type { Db } from '#db/client.ts';
import { dropAttempt, noteSession, openAttempt, type CheckoutAttempt } from '#db/queries/billing/checkouts.ts';
import { inTransaction } from '#db/transaction.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { saveCustomer } from '#db/queries/billing/stripe-customers.ts';
import { getBilling, showOffer, type Billing } from '#db/queries/billing/subscriptions.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { CheckoutRequest } from '#server/gateways/stripe/stripe-checkouts.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { CheckoutTerms, Offer } from '../billing.dto.ts';
import { findCustomer } from '../customer-of.ts';
import type { FindGuarantee } from '../guarantee.ts';
import type { PaymentHistory } from '../payment-history.ts';
import { hasPlanToKeep, isLive, isOver } from '../entitlement.ts';
import type { FoundCode, PromoCodes } from './promo-codes.ts';

export type CheckoutInput = RequestedPromotion & {
  priceId: PriceId;
  expectedFirstCents?: number | undefined;
  promoCode?: string | undefined;
  expectedCreditCents?: number | undefined;
};

const HOUR_MS = 3_600_000;
/** How long the pay page stays open. A price or promotion shown on it holds no longer. Stripe requires at least half an hour. */
export const SESSION_MS = HOUR_MS;
/** Stripe accepts a trial end only from 48 hours ahead; the margin keeps it valid for a request that arrives a little later. */
const TRIAL_END_MIN_MS = 48 * HOUR_MS + SESSION_MS;
/** An attempt without a session starts over after this long: Stripe requires a pay page to stay open at least half an hour. */
const ATTEMPT_RETRIED_MS = HOUR_MS / 3;

/**
 * The remaining days in the form Stripe accepts: to the second, or, shortly before the end, rounded up to whole days in the person's favor.
 */
export function trialForStripe(endsAt: Date | null, now: Date): CheckoutRequest['trial'] {
  if (endsAt === null || endsAt <= now) return null;
  const leftMs = endsAt.getTime() - now.getTime();
  return leftMs >= TRIAL_END_MIN_MS ? { endsAt } : { days: Math.ceil(leftMs / DAY_MS) };
}

/** The date of the first charge after such a trial. */
function chargedAt(trial: CheckoutRequest['trial'], now: Date): Date | null {
  if (trial === null) return null;
  return 'endsAt' in trial ? trial.endsAt : new Date(now.getTime() + trial.days * DAY_MS);
}

type Dependencies = {
  db: Db;
  clock: Clock;
  stripe: StripeGateway;
  history: PaymentHistory;
  promoCodes: PromoCodes;
  isTaxed: boolean;
  guaranteeOf: FindGuarantee;
  publicUrl: string;
  sync: (userId: UserId) => Promise<void>;
};

/** Where the pay page's way back leads, with what was picked, for the page to show (CHECKOUT-9). */
function cancelUrl(publicUrl: string, { priceId, promotion }: Pick<CheckoutRequest, 'priceId' | 'promotion'>): string {
  return `${publicUrl}/cancel?price=${priceId}${promotion ? `&discount=${promotion}` : ''}`;
}

/** Checkouts of people who are signed in. */
export function createCheckout(dependencies: Dependencies) {
  const { db, clock, stripe, history, promoCodes, isTaxed, guaranteeOf, publicUrl, sync } = dependencies;

  /** One Stripe customer per person, stored before anything is sold to them. */
  async function customerOf(userId: UserId, { email, known }: Billing): Promise<string> {
    const kept = await findCustomer(db, userId, known);
    if (kept) return kept;
    // For a day the same request returns the same customer, even one that has been deleted in the meantime.
    const same = await stripe.createCustomer({ userId, email }, email);
    const made = (await stripe.readCustomer(same))
      ? same
      : await stripe.createCustomer({ userId, email }, randomUUID());
    await saveCustomer(db, { id: made, userId, now: await clock.now() });
    return (await findCustomer(db, userId, known)) ?? made;
  }

  /** Read from Stripe, whose pay page uses it: what we stored may be older. */
  async function creditOf(userId: UserId, { known, hasCustomer }: Billing): Promise<number> {
    const customer = hasCustomer ? await findCustomer(db, userId, known) : undefined;
    return customer === undefined ? 0 : stripe.readCredit(customer);
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

  /** A person who may buy. A subscription that is neither live nor ended is read first, so that it can't start beside a new one. */
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

  /** A session that was created earlier for the same purchase: its address while it can be paid. */
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
    input: Pick<CheckoutRequest, 'priceId' | 'promotion' | 'promotionCodeId'>,
    billing: Billing,
  ) {
    try {
      return await stripe.openCheckout({
        ...input,
        id: attempt.id,
        // Calculated from the start of the attempt, so that each click makes the same request.
        trial: trialForStripe(attempt.trialEndsAt, attempt.startedAt),
        customer: { id: await customerOf(userId, billing), userId },
        successUrl: `${publicUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: cancelUrl(publicUrl, input),
        expiresAt: attempt.expiresAt,
        // It takes the place of a plan on somebody else's card.
        needsCard: billing.known?.isPaidElsewhere === true,
      });
    } catch (error) {
      // For the same attempt, Stripe would repeat the same answer.
      await dropAttempt(db, userId, attempt);
      throw error;
    }
  }

  const codeOf = (userId: UserId, { promoCode }: CheckoutInput): Promise<FoundCode> | null =>
    promoCode === undefined ? null : promoCodes.find(userId, promoCode);

  /** What the summary shows: the better of a promotion and a code. */
  async function orderOf(billing: Billing, input: CheckoutInput, code: FoundCode | null, now: Date) {
    const requested = promotionFor(input, await factsOf(billing), now);
    const { firstCents, promotion, codeIs } = bestQuote(input.priceId, requested, code && code.code);
    return { firstCents, promotion, promotionCodeId: code && codeIs === 'used' ? code.id : null };
  }

  return {
    terms: async (userId: UserId): Promise<CheckoutTerms> => {
      const billing = await getBilling(db, userId);
      const now = await clock.now();
      const [{ hasPaid, hasLivePlan, offerEndsAt }, creditCents, guarantee] = await Promise.all([
        factsOf(billing),
        creditOf(userId, billing),
        guaranteeOf(billing),
      ]);
      const trialEndsAt = chargedAt(trialForStripe(billing.access.trialEndsAt, now), now);
      const iso = (date: Date | null) => date?.toISOString() ?? null;
      return {
        hasPaid,
        hasLivePlan,
        trialEndsAt: iso(trialEndsAt),
        offerEndsAt: iso(offerEndsAt),
        creditCents,
        isTaxed,
        guarantee: guarantee && { until: iso(guarantee.until) },
      };
    },

    /** The tax on the first invoice; null if it is only known on the pay page. */
    tax: async (userId: UserId, input: CheckoutInput, ipAddress: string): Promise<{ taxCents: number | null }> => {
      const billing = await getBilling(db, userId);
      const code = await codeOf(userId, input);
      const order = await orderOf(billing, input, code, await clock.now());
      const customerId = (await findCustomer(db, userId, billing.known)) ?? null;
      return { taxCents: await stripe.previewTax({ ...order, priceId: input.priceId, customerId, ipAddress }) };
    },

    /** The urgent offer starts when the server first shows it. It is given once, even to an address that had an account before. */
    showOffer: async (userId: UserId): Promise<Offer> => {
      const now = await clock.now();
      const { email } = await getBilling(db, userId);
      const before = await history.of(email);
      const shownAt = await showOffer(db, userId, before.offerShownAt ?? now);
      if (!before.offerShownAt) await history.remember({ userId, email }, { offerShownAt: shownAt });
      return { endsAt: new Date(shownAt.getTime() + OFFER_MS).toISOString(), now: now.toISOString() };
    },

    /** However often and concurrently it is clicked, it creates one customer and one payable session. */
    start: async (userId: UserId, input: CheckoutInput): Promise<{ url: string }> => {
      const billing = await buyerOf(userId);
      const { priceId, expectedCreditCents } = input;
      if (expectedCreditCents !== undefined && expectedCreditCents !== (await creditOf(userId, billing)))
        throw new AppError('CREDIT_CHANGED');
      const code = await codeOf(userId, input);
      const begin = async () => {
        const now = await clock.now();
        const { firstCents, promotion, promotionCodeId } = await orderOf(billing, input, code, now);
        if (input.expectedFirstCents !== undefined && input.expectedFirstCents !== firstCents)
          throw new AppError('OFFER_OVER');
        const attempt = await inTransaction(db, async (trx) => {
          const opened = await openAttempt(trx, {
            userId,
            id: randomUUID(),
            priceId,
            promotion,
            promotionCodeId,
            trialEndsAt: billing.access.trialEndsAt,
            startedAt: now,
            expiresAt: new Date(now.getTime() + SESSION_MS),
            freshAfter: new Date(now.getTime() - ATTEMPT_RETRIED_MS),
          });
          await schedule(trx, 'pay-page', { key: userId, payload: { userId }, dueAt: opened.expiresAt });
          return opened;
        });
        return { attempt, order: { priceId, promotion, promotionCodeId } };
      };
      let { attempt, order } = await begin();
      const open = await addressOf(userId, attempt);
      if (open) return { url: open };
      if (attempt.sessionId !== null) ({ attempt, order } = await begin());
      const session = await openSession(userId, attempt, order, billing);
      const { isNoted, replaced } = await noteSession(db, { userId, id: attempt.id, sessionId: session.id });
      if (replaced) await stripe.expireCheckout(replaced);
      if (!isNoted) await stripe.expireCheckout(session.id);
      if (!isNoted || !session.url) throw new AppError('CHECKOUT_REPLACED');
      return { url: session.url };
    },
  };
}
