import { quote } from '#contract/billing/discounts.ts';
import { monthYear } from '#contract/billing/limits.ts';
import { isDowngrade, readPriceId, type PriceId } from '#contract/billing/plans.ts';
import { tierChange, type TierChange } from '#contract/billing/tier-change.ts';
import { effectiveTier, type Subscription } from '#contract/billing/tiers.ts';
import type { Db } from '#db/client.ts';
import { getBilling, type Billing, type KnownSubscription } from '#db/queries/billing/subscriptions.ts';
import { getUsage } from '#db/queries/usage/usage.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { PriceChange } from '#server/gateways/stripe/stripe-subscriptions.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { EndPreview, NextInvoice, PlanChangePreview } from './billing.dto.ts';
import { isLive } from './entitlement.ts';
import { raisesPrice } from './paid-elsewhere.ts';

/** How old a preview may be when it is confirmed, in milliseconds. After that, its price has changed. */
const PREVIEW_MS = 15 * 60_000;
const SECOND_MS = 1_000;

export type PlanChangeInput = {
  priceId: PriceId;
  prorationAt: string;
  fromPriceId?: PriceId | undefined;
  when?: 'now' | 'period_end' | undefined;
};
type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway };

const toPreview = (endsAt: Date | null, change: TierChange): EndPreview => ({
  endsAt: endsAt?.toISOString() ?? null,
  change,
});
const runningTrialEnd = ({ trialEndsAt }: Subscription, now: Date) =>
  trialEndsAt !== null && trialEndsAt > now ? trialEndsAt : null;

/** When a plan canceled now would end: with its trial, its grace period, or the paid period. */
function canceledEnd(access: Subscription, known: KnownSubscription | null, now: Date): Date | null {
  if (known?.stripeStatus === 'past_due') return access.planEndsAt;
  if (known?.stripeStatus === 'active') return known.currentPeriodEnd;
  return runningTrialEnd(access, now);
}

/** A downgrade of a plan that is paid for waits for the end of its period (BILL-20). Null if there is nothing to wait for. */
function laterOf({ subscription, priceId, isTrial }: PriceChange): Date | null {
  const { priceId: from, currentPeriodEnd } = subscription;
  return !isTrial && from !== null && isDowngrade(from, priceId) ? currentPeriodEnd : null;
}

/** Switching the plan or cycle of a subscription, what that costs and does, and ending a plan. */
export function createPlanChange({ db, clock, stripe }: Dependencies) {
  /** The live subscription as Stripe has it. */
  async function liveOf({ known }: Billing): Promise<StripeSubscription> {
    if (!known || !isLive(known.stripeStatus)) throw new AppError('NOT_SUBSCRIBED');
    const customer = await stripe.readCustomer(known.customerId);
    const live = customer?.subscriptions.find(({ id }) => id === known.subscriptionId);
    if (!live || !isLive(live.status)) throw new AppError('NOT_SUBSCRIBED');
    return live;
  }

  /**
   * An unpaid period gives no credit, because a change would turn debt into credit. And a canceled plan has to be resumed first, so that
   * nobody pays for a year of a plan that ends next week.
   */
  function checkChangeable(subscription: StripeSubscription, priceId: PriceId): void {
    if (subscription.priceId === priceId) throw new AppError('SAME_PLAN');
    if (subscription.cancelAt !== null) throw new AppError('PLAN_CANCELLED');
    const isPaid = subscription.status === 'trialing' || subscription.invoice?.isPaid === true;
    if (subscription.status === 'past_due' || !isPaid) throw new AppError('INVOICE_OPEN');
    if (subscription.status === 'active' && subscription.cardId === null) throw new AppError('CARD_MISSING');
  }

  async function changeTo(billing: Billing, priceId: PriceId, prorationAt: Date): Promise<PriceChange> {
    const subscription = await liveOf(billing);
    checkChangeable(subscription, priceId);
    // Whoever gave this card agreed to this price, and may not be the person who is changing the plan (CHECKOUT-15).
    if (billing.known?.isPaidElsewhere && raisesPrice(subscription, priceId)) throw new AppError('OWN_CARD_NEEDED');
    const { currentPeriodStart: start, currentPeriodEnd: end } = subscription;
    // A new period has started since the preview, or the instant was made up.
    if ((start && prorationAt < start) || (end && prorationAt >= end)) throw new AppError('PREVIEW_STALE');
    const isTrial = subscription.status === 'trialing';
    return { subscription, priceId, prorationAt, isTrial, promotion: isTrial ? subscription.promotion : null };
  }

  /** Changes it now. What was scheduled before is replaced, unless the change fails. */
  async function changeNow(change: PriceChange): Promise<void> {
    const { subscription } = change;
    await stripe.dropSchedule(subscription);
    try {
      await stripe.changePrice(change);
    } catch (error) {
      const { scheduled } = subscription;
      if (scheduled) await stripe.scheduleChange({ ...subscription, scheduleId: null }, scheduled.priceId);
      throw error;
    }
  }

  async function readState(userId: UserId) {
    const now = await clock.now();
    const [{ access, known }, used] = await Promise.all([getBilling(db, userId), getUsage(db, userId, monthYear(now))]);
    return { access, known, used, now };
  }

  return {
    preview: async (userId: UserId, priceId: PriceId): Promise<PlanChangePreview> => {
      const now = await clock.now();
      // Stripe calculates in whole seconds.
      const prorationAt = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS);
      const billing = await getBilling(db, userId);
      const change = await changeTo(billing, priceId, prorationAt);
      const [used, cost, nextTaxCents] = await Promise.all([
        getUsage(db, userId, monthYear(now)),
        change.isTrial ? null : stripe.previewPrice(change),
        stripe.previewTax({
          priceId,
          promotion: change.promotion,
          promotionCodeId: null,
          customerId: change.subscription.customerId,
          ipAddress: null,
        }),
      ]);
      const { firstCents, laterCents } = quote(priceId, change.promotion);
      const plan = readPriceId(priceId)?.plan ?? 'free';
      return {
        priceId,
        promotion: change.promotion,
        dueNowCents: cost?.dueCents ?? 0,
        creditCents: cost?.creditCents ?? billing.known?.creditCents ?? 0,
        creditUsedCents: cost?.creditUsedCents ?? 0,
        nextCents: change.isTrial ? firstCents : laterCents,
        nextTaxCents,
        nextAt: (cost ? cost.nextAt : change.subscription.trialEndsAt)?.toISOString() ?? null,
        prorationAt: prorationAt.toISOString(),
        laterAt: laterOf(change)?.toISOString() ?? null,
        fromPriceId: change.subscription.priceId,
        // A plan chosen during a trial begins after it, so the comparison is with what applies then.
        change: tierChange(change.isTrial ? 'ultimate' : effectiveTier(billing.access, now), plan, used),
      };
    },

    /** What the next invoice will charge, as Stripe calculates it; null if none is to come. */
    nextInvoice: async (userId: UserId): Promise<NextInvoice | null> => {
      const { known } = await getBilling(db, userId);
      if (!known || !isLive(known.stripeStatus) || known.cancelAt !== null) return null;
      const at = known.stripeStatus === 'trialing' ? known.subscriptionTrialEndsAt : known.currentPeriodEnd;
      return at && { at: at.toISOString(), ...(await stripe.previewRenewal(known.subscriptionId)) };
    },

    /** Charges what the preview said, or schedules a downgrade. Nothing changes if the card is declined. */
    change: async (userId: UserId, input: PlanChangeInput): Promise<void> => {
      const prorationAt = new Date(input.prorationAt);
      const ageMs = (await clock.now()).getTime() - prorationAt.getTime();
      if (ageMs < -SECOND_MS || ageMs > PREVIEW_MS) throw new AppError('PREVIEW_STALE');
      const change = await changeTo(await getBilling(db, userId), input.priceId, prorationAt);
      if (input.fromPriceId !== undefined && input.fromPriceId !== change.subscription.priceId)
        throw new AppError('PREVIEW_STALE');
      if (laterOf(change) !== null && input.when !== 'now')
        return stripe.scheduleChange(change.subscription, input.priceId);
      await changeNow(change);
    },

    /** The effect of the trial's end: the plan chosen to follow it begins, or Free. */
    previewTrialEnd: async (userId: UserId): Promise<EndPreview> => {
      const { access, used, now } = await readState(userId);
      const endsAt = runningTrialEnd(access, now);
      return toPreview(endsAt, tierChange(effectiveTier(access, now), effectiveTier(access, endsAt ?? now), used));
    },

    /** The effect of the plan's end after a cancellation. */
    previewEnd: async (userId: UserId): Promise<EndPreview> => {
      const { access, known, used, now } = await readState(userId);
      return toPreview(canceledEnd(access, known, now), tierChange(effectiveTier(access, now), 'free', used));
    },

    /** Cancels at the end of the period, or keeps the plan: takes back a cancellation, or a change that was scheduled. */
    setCanceled: async (userId: UserId, isCanceled: boolean): Promise<void> =>
      stripe.setCanceled(await liveOf(await getBilling(db, userId)), isCanceled),
  };
}
