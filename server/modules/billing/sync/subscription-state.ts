import type { Card } from '#contract/billing/card.ts';
import { quote } from '#contract/billing/discounts.ts';
import { priceId, readPriceId } from '#contract/billing/plans.ts';
import type { Billing, KnownSubscription } from '#db/queries/billing/subscriptions.ts';
import type { GuestPurchase } from '#db/queries/billing/guest-purchases.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';
import type { SubscriptionState } from '../billing.dto.ts';
import { isLive } from '../entitlement.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** The change that waits for the end of the period. */
function scheduledOf({ scheduledPriceId, scheduledAt: at }: KnownSubscription) {
  const parts = readPriceId(scheduledPriceId);
  return parts && at ? { priceId: priceId(parts.plan, parts.cycle), at } : null;
}

export const cardOf = ({ cardBrand: brand, cardLast4: last4 }: KnownSubscription): Card | null =>
  brand !== null && last4 !== null ? { brand, last4 } : null;

/**
 * The price of a period of this plan; the next invoice, before tax and credit, and its date, which is null if the plan ends before then. Emails and
 * screens both say this.
 */
export function invoicesOf(known: KnownSubscription) {
  const parts = readPriceId(known.priceId);
  const usualCents = parts ? quote(priceId(parts.plan, parts.cycle), null).laterCents : 0;
  const scheduled = scheduledOf(known);
  const priceCents = known.priceCents ?? usualCents;
  const nextPriceCents = scheduled ? quote(scheduled.priceId, null).laterCents : priceCents;
  const at = known.stripeStatus === 'trialing' ? known.subscriptionTrialEndsAt : known.currentPeriodEnd;
  return { priceCents, nextCents: nextPriceCents - known.discountCents, nextAt: known.cancelAt ? null : at };
}

function currentOf(known: KnownSubscription, planEndsAt: Date | null, isTaxed: boolean): SubscriptionState['current'] {
  const parts = readPriceId(known.priceId);
  if (!parts || !isLive(known.stripeStatus)) return null;
  const scheduled = scheduledOf(known);
  const { priceCents, nextCents, nextAt } = invoicesOf(known);
  return {
    ...parts,
    priceId: priceId(parts.plan, parts.cycle),
    renewsAt: iso(nextAt),
    priceCents,
    renewalCents: nextCents,
    isTaxed,
    cancelsAt: iso(known.cancelAt),
    hasCard: known.hasCard,
    card: cardOf(known),
    isPaidElsewhere: known.isPaidElsewhere,
    unpaidCents: known.unpaidCents,
    graceEndsAt: known.stripeStatus === 'past_due' ? iso(planEndsAt) : null,
    scheduled: scheduled && { priceId: scheduled.priceId, at: scheduled.at.toISOString() },
  };
}

function refundOf({ refundRequestedAt, refundedAt, refundDisputedCents }: KnownSubscription) {
  if (!refundedAt) return refundRequestedAt ? 'underway' : null;
  return refundDisputedCents > 0 ? 'disputed' : 'done';
}

/** What the app may know about a person's subscription. */
export function stateOf(
  billing: Billing,
  {
    access,
    waiting,
    refundableUntil,
    isTaxed,
  }: { access: Access; waiting: GuestPurchase[]; refundableUntil: Date | null; isTaxed: boolean },
): SubscriptionState {
  const { known } = billing;
  const current = known && currentOf(known, billing.access.planEndsAt, isTaxed);
  return {
    subscribed: access.plan !== null,
    productId: access.plan === null ? null : (known?.productId ?? null),
    isTrialing: access.isInTrial,
    trialExpired: access.hasTrialExpired,
    plan: access.tier,
    subscriptionEnd: access.plan === null ? null : (access.planEndsAt ?? iso(known?.currentPeriodEnd ?? null)),
    access,
    current,
    creditCents: known?.creditCents ?? 0,
    // A customer exists at Stripe as soon as a checkout is opened; without a purchase the portal is empty.
    hasBillingAccount: known !== null && !known.isPaidElsewhere,
    refundableUntil: iso(refundableUntil),
    refund: known && refundOf(known),
    waitingPurchase: readPriceId(waiting[0]?.priceId) ?? null,
  };
}
