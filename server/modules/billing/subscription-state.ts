import { GUARANTEE_DAYS } from '#contract/billing-times.ts';
import { quote } from '#contract/discounts.ts';
import { DAY_MS, priceId, readPriceId } from '#contract/plans.ts';
import type { Billing, KnownSubscription } from '#db/queries/subscriptions.ts';
import type { GuestPurchase } from '#db/queries/guest-purchases.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';
import type { SubscriptionState } from './billing.dto.ts';
import { isLive } from './standing.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Until when the first payment can be asked back. */
export function refundableUntil(known: KnownSubscription | null, now: Date): Date | null {
  if (!known?.firstPaidAt || known.refundRequestedAt || !isLive(known.stripeStatus)) return null;
  const until = new Date(known.firstPaidAt.getTime() + GUARANTEE_DAYS * DAY_MS);
  return until > now ? until : null;
}

function currentOf(known: KnownSubscription, planEndsAt: Date | null): SubscriptionState['current'] {
  const parts = readPriceId(known.priceId);
  if (!parts || !isLive(known.stripeStatus)) return null;
  const price = priceId(parts.plan, parts.cycle);
  const isTrial = known.stripeStatus === 'trialing';
  const { firstCents, laterCents } = quote(price, known.promotion);
  return {
    ...parts,
    priceId: price,
    renewsAt: known.cancelAt ? null : iso(isTrial ? known.subscriptionTrialEndsAt : known.currentPeriodEnd),
    renewalCents: isTrial ? firstCents : laterCents,
    cancelsAt: iso(known.cancelAt),
    hasCard: known.hasCard,
    graceEndsAt: known.stripeStatus === 'past_due' ? iso(planEndsAt) : null,
  };
}

/** What the app may know of a person's subscription. */
export function stateOf(
  billing: Billing,
  { access, waiting, now }: { access: Access; waiting: GuestPurchase[]; now: Date },
): SubscriptionState {
  const { known, hasCustomer } = billing;
  const current = known && currentOf(known, billing.access.planEndsAt);
  return {
    subscribed: access.plan !== null,
    productId: access.plan === null ? null : (known?.productId ?? null),
    isTrialing: access.isInTrial,
    trialExpired: access.hasTrialExpired,
    plan: access.tier,
    subscriptionEnd: access.plan === null ? null : (access.planEndsAt ?? iso(known?.currentPeriodEnd ?? null)),
    access,
    current,
    hasBillingAccount: hasCustomer,
    refundableUntil: iso(refundableUntil(known, now)),
    refund: known?.refundedAt ? 'done' : known?.refundRequestedAt ? 'underway' : null,
    waitingPurchase: readPriceId(waiting[0]?.priceId) ?? null,
  };
}
