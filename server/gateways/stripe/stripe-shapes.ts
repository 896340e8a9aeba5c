import type { Stripe } from 'stripe';
import { PROMOTIONS, type Promotion } from '#contract/billing/discounts.ts';
import { PRICE_IDS, type PriceId } from '#contract/billing/plans.ts';

/** A subscription as far as it matters here. Money in cents. */
export type StripeSubscription = {
  id: string;
  customerId: string;
  /** Stripe's word for it; one that is not known yet is possible. */
  status: string;
  itemId: string | null;
  /** Our key, which outlives the lookup key of a price that was replaced; null where the price is none of ours. */
  priceId: PriceId | null;
  productId: string | null;
  createdAt: Date;
  currentPeriodEnd: Date | null;
  trialEndsAt: Date | null;
  cancelAt: Date | null;
  endedAt: Date | null;
  /** The period it is in, or the last one. */
  currentPeriodStart: Date | null;
  /** The card or other means that is charged; null: none. */
  cardId: string | null;
  /** Cancelled for whenever its period ends, rather than for a day. */
  isCancelledForPeriodEnd: boolean;
  /** What a period costs, before discounts. */
  priceCents: number | null;
  /** The promotion it was bought with, whose coupon is not used up yet in a trial. */
  promotion: Promotion | null;
  isRefunded: boolean;
  /** The newest one. */
  invoice: { id: string; isPaid: boolean; paidCents: number; finalizedAt: Date } | null;
};

const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
export type StripeInvoice = {
  id: string;
  number: string | null;
  createdAt: Date;
  paidAt: Date | null;
  totalCents: number;
  paidCents: number;
  refundedCents: number;
  status: (typeof INVOICE_STATUSES)[number];
  pageUrl: string | null;
  pdfUrl: string | null;
};

/** What a subscription carries with it at Stripe. */
export const METADATA = {
  promotion: 'promotion',
  ended: 'ended',
  userId: 'user_id',
  purchase: 'purchase',
  priceId: 'price_id',
} as const;
export const ENDED_BY_REFUND = 'refund';

export const atSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);
const fromSeconds = (seconds: number): Date => new Date(seconds * 1_000);
const fromSecondsOrNull = (seconds: number | null | undefined): Date | null => (seconds ? fromSeconds(seconds) : null);
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

function invoiceOf(subscription: Stripe.Subscription): StripeSubscription['invoice'] {
  const invoice = subscription.latest_invoice;
  if (typeof invoice !== 'object' || invoice === null) return null;
  return {
    id: invoice.id,
    isPaid: invoice.status === 'paid',
    paidCents: invoice.amount_paid,
    finalizedAt: fromSeconds(invoice.status_transitions.finalized_at ?? invoice.created),
  };
}

/** `latest_invoice` must be expanded. A card may belong to the subscription or to its customer. */
export function toSubscription(subscription: Stripe.Subscription, customer: Stripe.Customer): StripeSubscription {
  const [item] = subscription.items.data;
  const { metadata } = subscription;
  const customerCard = customer.invoice_settings.default_payment_method ?? customer.default_source;
  const card = subscription.default_payment_method ?? subscription.default_source ?? customerCard;
  return {
    id: subscription.id,
    customerId: customer.id,
    status: subscription.status,
    itemId: item?.id ?? null,
    priceId: PRICE_IDS.find((key) => key === item?.price.metadata[METADATA.priceId]) ?? null,
    productId: idOf(item?.price.product),
    createdAt: fromSeconds(subscription.created),
    currentPeriodEnd: fromSecondsOrNull(item?.current_period_end),
    trialEndsAt: fromSecondsOrNull(subscription.trial_end),
    cancelAt: fromSecondsOrNull(subscription.cancel_at),
    endedAt: fromSecondsOrNull(subscription.ended_at),
    currentPeriodStart: fromSecondsOrNull(item?.current_period_start),
    cardId: idOf(card),
    isCancelledForPeriodEnd: subscription.cancel_at_period_end,
    priceCents: item?.price.unit_amount ?? null,
    promotion: PROMOTIONS.find((one) => one === metadata[METADATA.promotion]) ?? null,
    isRefunded: metadata[METADATA.ended] === ENDED_BY_REFUND,
    invoice: invoiceOf(subscription),
  };
}

export function toInvoice(invoice: Stripe.Invoice, refundedCents: number): StripeInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    createdAt: fromSeconds(invoice.created),
    paidAt: fromSecondsOrNull(invoice.status_transitions.paid_at),
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    refundedCents,
    status: INVOICE_STATUSES.find((one) => one === invoice.status) ?? 'draft',
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}
