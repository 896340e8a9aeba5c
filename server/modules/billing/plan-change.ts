import { quote } from '#contract/billing/discounts.ts';
import { monthYear } from '#contract/billing/limits.ts';
import { readPriceId, type PriceId } from '#contract/billing/plans.ts';
import { tierChange, type TierChange } from '#contract/billing/tier-change.ts';
import { effectiveTier, type Subscription } from '#contract/billing/tiers.ts';
import type { Db } from '#db/client.ts';
import { getBilling, type Billing, type KnownSubscription } from '#db/queries/subscriptions.ts';
import { getUsage } from '#db/queries/usage.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { PriceChange } from '#server/gateways/stripe/stripe-subscriptions.ts';
import type { StripeSubscription } from '#server/gateways/stripe/stripe-shapes.ts';
import type { StripeGateway } from '#server/gateways/stripe/stripe.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { EndPreview, PlanChangePreview } from './billing.dto.ts';
import { isLive } from './entitlement.ts';

/** How old a preview may be that somebody confirms, in milliseconds. Later its price is another. */
const PREVIEW_MS = 15 * 60_000;
const SECOND_MS = 1_000;

export type PlanChangeInput = { priceId: PriceId; prorationAt: string; fromPriceId?: PriceId | undefined };
type Dependencies = { db: Db; clock: Clock; stripe: StripeGateway };

const toPreview = (endsAt: Date | null, change: TierChange): EndPreview => ({
  endsAt: endsAt?.toISOString() ?? null,
  change,
});
const runningTrialEnd = ({ trialEndsAt }: Subscription, now: Date) =>
  trialEndsAt !== null && trialEndsAt > now ? trialEndsAt : null;

/** When a plan that is cancelled now ends: with its trial, its days of grace, or the period that is paid for. */
function cancelledEnd(access: Subscription, known: KnownSubscription | null, now: Date): Date | null {
  if (known?.stripeStatus === 'past_due') return access.planEndsAt;
  if (known?.stripeStatus === 'active') return known.currentPeriodEnd;
  return runningTrialEnd(access, now);
}

/** Another plan or cycle on the same subscription, what that costs and does, and the end of a plan. */
export function createPlanChange({ db, clock, stripe }: Dependencies) {
  /** The live subscription as it stands at Stripe. */
  async function liveOf({ known }: Billing): Promise<StripeSubscription> {
    if (!known || !isLive(known.stripeStatus)) throw new AppError('NOT_SUBSCRIBED');
    const customer = await stripe.readCustomer(known.customerId);
    const live = customer?.subscriptions.find(({ id }) => id === known.subscriptionId);
    if (!live || !isLive(live.status)) throw new AppError('NOT_SUBSCRIBED');
    return live;
  }

  /**
   * A period that is not paid gives nothing back: a change would turn what is owed into credit. And a plan that ends is kept
   * first, so that nobody pays for a year of a plan that is over next week.
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
    const { currentPeriodStart: start, currentPeriodEnd: end } = subscription;
    // A period began since the preview, or somebody made the instant up.
    if ((start && prorationAt < start) || (end && prorationAt >= end)) throw new AppError('PREVIEW_STALE');
    const isTrial = subscription.status === 'trialing';
    return { subscription, priceId, prorationAt, isTrial, promotion: isTrial ? subscription.promotion : null };
  }

  async function standOf(userId: UserId) {
    const now = await clock.now();
    const [{ access, known }, used] = await Promise.all([getBilling(db, userId), getUsage(db, userId, monthYear(now))]);
    return { access, known, used, now };
  }

  return {
    preview: async (userId: UserId, priceId: PriceId): Promise<PlanChangePreview> => {
      const now = await clock.now();
      // Stripe reckons by the second.
      const prorationAt = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS);
      const billing = await getBilling(db, userId);
      const change = await changeTo(billing, priceId, prorationAt);
      const [used, cost] = await Promise.all([
        getUsage(db, userId, monthYear(now)),
        change.isTrial ? null : stripe.previewPrice(change),
      ]);
      const { firstCents, laterCents } = quote(priceId, change.promotion);
      const plan = readPriceId(priceId)?.plan ?? 'free';
      return {
        priceId,
        promotion: change.promotion,
        dueNowCents: cost?.dueCents ?? 0,
        creditCents: cost?.creditCents ?? 0,
        nextCents: change.isTrial ? firstCents : laterCents,
        nextAt: (cost ? cost.nextAt : change.subscription.trialEndsAt)?.toISOString() ?? null,
        prorationAt: prorationAt.toISOString(),
        fromPriceId: change.subscription.priceId,
        // What is chosen in a trial begins after it: compared is what applies then.
        change: tierChange(change.isTrial ? 'ultimate' : effectiveTier(billing.access, now), plan, used),
      };
    },

    /** Charges what the preview said. Nothing changes where the card is declined. */
    change: async (userId: UserId, input: PlanChangeInput): Promise<void> => {
      const prorationAt = new Date(input.prorationAt);
      const ageMs = (await clock.now()).getTime() - prorationAt.getTime();
      if (ageMs < -SECOND_MS || ageMs > PREVIEW_MS) throw new AppError('PREVIEW_STALE');
      const change = await changeTo(await getBilling(db, userId), input.priceId, prorationAt);
      if (input.fromPriceId !== undefined && input.fromPriceId !== change.subscription.priceId)
        throw new AppError('PREVIEW_STALE');
      await stripe.changePrice(change);
    },

    /** What the end of the trial does: the plan that was chosen for it begins, or free. */
    previewTrialEnd: async (userId: UserId): Promise<EndPreview> => {
      const { access, used, now } = await standOf(userId);
      const endsAt = runningTrialEnd(access, now);
      return toPreview(endsAt, tierChange(effectiveTier(access, now), effectiveTier(access, endsAt ?? now), used));
    },

    /** What the end of the plan does when it is cancelled. */
    previewEnd: async (userId: UserId): Promise<EndPreview> => {
      const { access, known, used, now } = await standOf(userId);
      return toPreview(cancelledEnd(access, known, now), tierChange(effectiveTier(access, now), 'free', used));
    },

    setCancelled: async (userId: UserId, isCancelled: boolean): Promise<void> =>
      stripe.setCancelled(await liveOf(await getBilling(db, userId)), isCancelled),
  };
}
