import type { Card } from '#contract/billing/card.ts';
import type { Promotion } from '#contract/billing/discounts.ts';
import type { BillingCycle, PriceId } from '#contract/billing/plans.ts';
import type { TierChange } from '#contract/billing/tier-change.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';

/** Instants are ISO 8601 in UTC, amounts are US cents. */
export type SubscriptionState = {
  /** The fields that clients of `billing.subscription` rely on (BILL-5). */
  subscribed: boolean;
  productId: string | null;
  isTrialing: boolean;
  trialExpired: boolean;
  /** The plan name in lower case: the tier whose access applies now. */
  plan: Access['tier'];
  subscriptionEnd: string | null;
  access: Access;
  /** The plan that was bought or chosen, while the subscription is live. */
  current: {
    plan: PaidTier;
    cycle: BillingCycle;
    priceId: PriceId;
    /** The next charge, unless the plan ends before then. */
    renewsAt: string | null;
    /** What each period costs this customer, without a promotion; it may be an older price. */
    priceCents: number;
    /** The amount of the next invoice, before tax and credit. */
    renewalCents: number;
    /** Whether tax is added to these amounts. */
    isTaxed: boolean;
    /** Set after a cancellation, which can be undone until then. */
    cancelsAt: string | null;
    hasCard: boolean;
    /** The card that is charged; null if there is none, it's another way to pay, or it may be somebody else's. */
    card: Card | null;
    /**
     * Bought as a guest and claimed in another browser: the card may be somebody else's, and a more expensive plan
     * needs the owner's own card.
     */
    isPaidElsewhere: boolean;
    /** What is still due on the latest invoice. */
    unpaidCents: number;
    /** A payment failed: the plan is kept until then. */
    graceEndsAt: string | null;
    /** The downgrade that waits for the end of the paid period. */
    scheduled: { priceId: PriceId; at: string } | null;
  } | null;
  /** Credit from earlier payments, with or without a plan; it reduces the next invoices. */
  creditCents: number;
  /**
   * Whether the customer portal has anything to show: there is a plan, or there was one, that wasn't paid for
   * elsewhere.
   */
  hasBillingAccount: boolean;
  /** The last moment to ask for the first payment back; null if that isn't possible, or no longer is. */
  refundableUntil: string | null;
  /** A refund was requested; the money takes a while to arrive. `disputed`: a payment is left to the customer's bank. */
  refund: 'underway' | 'done' | 'disputed' | null;
  /** A plan bought as a guest with this account's address, waiting to be added. */
  waitingPurchase: { plan: PaidTier; cycle: BillingCycle } | null;
};

/** When the urgent offer ends, and the server's time, because a browser's clock may be wrong. */
export type Offer = { endsAt: string; now: string };

/** The inputs of the checkout's prices, on both sides (contract/discounts). */
export type CheckoutTerms = {
  hasPaid: boolean;
  hasLivePlan: boolean;
  /** When the first charge is due: at the end of a trial with days left. Null: immediately. */
  trialEndsAt: string | null;
  offerEndsAt: string | null;
  /** Credit from earlier payments, which pays for the first invoice before a card does. */
  creditCents: number;
  /** Whether tax is added to the prices. */
  isTaxed: boolean;
  /** The money-back guarantee for this person; `until` is null if it begins with their first payment. Null if it was used, or is over. */
  guarantee: { until: string | null } | null;
};

export type PlanChangePreview = {
  priceId: PriceId;
  promotion: Promotion | null;
  /** Charged now, with tax and after credit; nothing during a trial. */
  dueNowCents: number;
  /** Left as credit for the next invoices. */
  creditCents: number;
  /** What existing credit pays of the amount that is due now. */
  creditUsedCents: number;
  /** The next invoice before tax and credit, its tax, and its date. The tax is null if Stripe can't tell it yet. */
  nextCents: number;
  nextTaxCents: number | null;
  nextAt: string | null;
  prorationAt: string;
  /** For a downgrade: when it happens unless the person chooses now. `nextCents` is what each period costs from then on. */
  laterAt: string | null;
  /** The plan that the preview was calculated from. */
  fromPriceId: PriceId | null;
  change: TierChange;
};

/** The subscription after a refund was requested, and what was paid back: null if that hasn't happened yet. */
export type RefundRequested = SubscriptionState & { refundedCents: number | null };

/** What a refund under the guarantee pays back, what it can't because the customer disputed it, and the credit that ends with it. */
export type RefundPreview = { amountCents: number; disputedCents: number; creditCents: number };

/** The next invoice: its total with tax, and what is charged of it after credit. The tax is null if Stripe can't tell it yet. */
export type NextInvoice = { at: string; totalCents: number; dueCents: number; taxCents: number | null };

/** The effect of a trial's end or of a cancellation. `endsAt` is when it happens. */
export type EndPreview = { endsAt: string | null; change: TierChange };

export type InvoiceLine = {
  id: string;
  number: string | null;
  createdAt: string;
  totalCents: number;
  /** Collected by card, not counting credit. */
  paidCents: number;
  /** How much of it credit paid; negative if it added to the credit. */
  creditCents: number;
  /** Still to be paid. */
  unpaidCents: number;
  refundedCents: number;
  /** Paid, but disputed with the customer's bank. */
  disputedCents: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  /** Stripe's page of the invoice, and its PDF. */
  pageUrl: string | null;
  pdfUrl: string | null;
};

/** What /success may show to any visitor. */
export type PurchaseState =
  | {
      state: 'yours';
      /** The pay page's amounts: the list price, the discount, and what was charged, with tax. All 0 in a trial. */
      today: { subtotalCents: number; discountCents: number; totalCents: number };
      /** The promotion on the first invoice; null if there is none, or a promo code instead. */
      promotion: Promotion | null;
    }
  | {
      state: 'guest';
      maskedEmail: string;
      isPaid: boolean;
      /** How often the browser that paid may still correct the address; null in any other browser. */
      correctionsLeft: number | null;
    }
  | { state: 'unknown' };

/** Whether a link in an email about a guest's purchase still leads to it. `over`: claimed, ended, or never there. */
export type GuestLinkState = { state: 'waiting' | 'corrected' | 'over' };
