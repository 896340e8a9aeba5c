import type { Promotion } from '#contract/billing/discounts.ts';
import type { BillingCycle, PriceId } from '#contract/billing/plans.ts';
import type { TierChange } from '#contract/billing/tier-change.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';

/** Instants are ISO 8601 in UTC, amounts are US cents. */
export type SubscriptionState = {
  /** The fields of check-subscription (spec §3, §7). */
  subscribed: boolean;
  productId: string | null;
  isTrialing: boolean;
  trialExpired: boolean;
  /** The lower-case plan name: the tier whose access applies now. */
  plan: Access['tier'];
  subscriptionEnd: string | null;
  access: Access;
  /** The plan that was bought or chosen, while it lives. */
  current: {
    plan: PaidTier;
    cycle: BillingCycle;
    priceId: PriceId;
    /** The next charge, unless the plan ends before. */
    renewsAt: string | null;
    /** What the next invoice is, before credit. */
    renewalCents: number;
    /** What is left of earlier payments and lowers the next invoices. */
    creditCents: number;
    /** Set when it was cancelled: it can be undone until then. */
    cancelsAt: string | null;
    hasCard: boolean;
    /** A payment failed: the plan is kept until then. */
    graceEndsAt: string | null;
  } | null;
  /** Whether there is anything to see in the customer portal. */
  hasBillingAccount: boolean;
  /** Until when the first payment can be asked back; null: not, or not any more. */
  refundableUntil: string | null;
  /** A refund that was asked for; the money takes its time. */
  refund: 'underway' | 'done' | null;
  /** A plan bought as a guest with this account's address, which waits to be added. */
  waitingPurchase: { plan: PaidTier; cycle: BillingCycle } | null;
};

/** Until when the urgent offer holds, and the server's time: a browser's clock may be wrong. */
export type Offer = { endsAt: string; now: string };

/** What the checkout is reckoned from, on both sides (contract/discounts). */
export type CheckoutTerms = {
  hasPaid: boolean;
  hasLivePlan: boolean;
  /** When the first charge is: at the end of a trial whose days go on. Null: at once. */
  trialEndsAt: string | null;
  offerEndsAt: string | null;
};

export type PlanChangePreview = {
  priceId: PriceId;
  promotion: Promotion | null;
  /** Charged now, after credit; nothing in a trial. */
  dueNowCents: number;
  /** Left as credit for the next invoices. */
  creditCents: number;
  /** What the next invoice is before credit, and when. */
  nextCents: number;
  nextAt: string | null;
  prorationAt: string;
  /** The plan it was reckoned from. */
  fromPriceId: PriceId | null;
  change: TierChange;
};

/** What a trial's end or a cancellation does. `endsAt` is when. */
export type EndPreview = { endsAt: string | null; change: TierChange };

export type InvoiceLine = {
  id: string;
  number: string | null;
  createdAt: string;
  totalCents: number;
  refundedCents: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** Stripe's page of the invoice, and its PDF. */
  pageUrl: string | null;
  pdfUrl: string | null;
};

/** What /success may say to whoever opens it. */
export type PurchaseState =
  | { state: 'yours' }
  | { state: 'guest'; maskedEmail: string; isPaid: boolean }
  | { state: 'unknown' };
