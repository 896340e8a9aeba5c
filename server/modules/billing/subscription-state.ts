import { couponOf, quote } from '#contract/billing/discounts.ts';
import { priceId, readPriceId, type PriceId } from '#contract/billing/plans.ts';
import type { Billing, KnownSubscription } from '#db/queries/subscriptions.ts';
import type { GuestPurchase } from '#db/queries/guest-purchases.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';
import type { SubscriptionState } from './billing.dto.ts';
import { isLive } from './entitlement.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** What the next invoice is, by what Stripe charges for a period: whoever has an older price keeps it. */
function renewalCentsOf({ priceCents, promotion, stripeStatus }: KnownSubscription, price: PriceId): number {
  const { laterCents } = quote(price, null);
  const offCents = stripeStatus === 'trialing' && promotion ? (couponOf(price, promotion)?.offCents ?? 0) : 0;
  return (priceCents ?? laterCents) - offCents;
}

function currentOf(known: KnownSubscription, planEndsAt: Date | null): SubscriptionState['current'] {
  const parts = readPriceId(known.priceId);
  if (!parts || !isLive(known.stripeStatus)) return null;
  const price = priceId(parts.plan, parts.cycle);
  const isTrial = known.stripeStatus === 'trialing';
  return {
    ...parts,
    priceId: price,
    renewsAt: known.cancelAt ? null : iso(isTrial ? known.subscriptionTrialEndsAt : known.currentPeriodEnd),
    renewalCents: renewalCentsOf(known, price),
    creditCents: known.creditCents,
    cancelsAt: iso(known.cancelAt),
    hasCard: known.hasCard,
    graceEndsAt: known.stripeStatus === 'past_due' ? iso(planEndsAt) : null,
  };
}

/** What the app may know of a person's subscription. */
export function stateOf(
  billing: Billing,
  { access, waiting, refundableUntil }: { access: Access; waiting: GuestPurchase[]; refundableUntil: Date | null },
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
    refundableUntil: iso(refundableUntil),
    refund: known?.refundedAt ? 'done' : known?.refundRequestedAt ? 'underway' : null,
    waitingPurchase: readPriceId(waiting[0]?.priceId) ?? null,
  };
}
