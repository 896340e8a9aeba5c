import type { CheckoutTerms, SubscriptionState } from '#server/modules/billing/billing.dto.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';

type CurrentPlan = NonNullable<SubscriptionState['current']>;

/** What someone with a Pro plan that renews may use. */
export const planAccess = (changes: Partial<Access> = {}): Access => ({
  tier: 'pro',
  plan: 'pro',
  planName: 'Pro',
  status: 'active',
  isInTrial: false,
  hasTrialExpired: false,
  trialEndsAt: null,
  trialDaysLeft: 0,
  planEndsAt: null,
  ...changes,
});

/** What someone in a trial may use who hasn't chosen a plan. */
export const trialAccess = (changes: Partial<Access> = {}): Access =>
  planAccess({
    tier: 'ultimate',
    plan: null,
    planName: 'Ultimate',
    status: 'trial',
    isInTrial: true,
    trialEndsAt: '2026-11-24T12:00:00.000Z',
    trialDaysLeft: 4,
    ...changes,
  });

/** A monthly Pro plan with a card. */
export const currentPlan = (changes: Partial<CurrentPlan> = {}): CurrentPlan => ({
  plan: 'pro',
  cycle: 'monthly',
  priceId: 'pro_monthly',
  renewsAt: '2026-11-24T12:00:00.000Z',
  priceCents: 5_900,
  renewalCents: 5_900,
  isTaxed: false,
  isPaidElsewhere: false,
  cancelsAt: null,
  hasCard: true,
  card: { brand: 'visa', last4: '4242' },
  unpaidCents: 0,
  graceEndsAt: null,
  scheduled: null,
  ...changes,
});

/** What the server knows about the checkout of someone who has never had a trial, a plan or an offer. */
export const checkoutTerms = (changes: Partial<CheckoutTerms> = {}): CheckoutTerms => ({
  hasPaid: false,
  hasLivePlan: false,
  trialEndsAt: null,
  offerEndsAt: null,
  creditCents: 0,
  isTaxed: false,
  guarantee: { until: null },
  ...changes,
});
