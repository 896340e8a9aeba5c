import type { Stripe } from 'stripe';
import type { Card } from '#contract/billing/card.ts';
import { PROMOTIONS, type Promotion } from '#contract/billing/discounts.ts';
import { cyclePriceCents, PRICE_IDS, readPriceId, type PriceId } from '#contract/billing/plans.ts';

/** The parts of a subscription that the product uses. Money in cents. */
export type StripeSubscription = {
  id: string;
  customerId: string;
  /** Stripe's status; it may be one that this code doesn't know yet. */
  status: string;
  itemId: string | null;
  /** Our key, which outlives the lookup key of a price that was replaced; null when the price isn't ours. */
  priceId: PriceId | null;
  productId: string | null;
  createdAt: Date;
  currentPeriodEnd: Date | null;
  trialEndsAt: Date | null;
  cancelAt: Date | null;
  endedAt: Date | null;
  /** The current period, or the last one. */
  currentPeriodStart: Date | null;
  /** The card or other payment method that is charged; null if there is none. */
  cardId: string | null;
  /** What people recognize it by; null for other ways to pay. */
  card: Card | null;
  /** Canceled at the end of its period, whenever that is, rather than on a given day. */
  isCanceledForPeriodEnd: boolean;
  /** The price of a period, before discounts. */
  priceCents: number | null;
  /** What coupons take off the next invoice. */
  discountCents: number;
  /** The promotion it was bought with, whose coupon is still unused during a trial. */
  promotion: Promotion | null;
  isRefunded: boolean;
  /** The newest invoice. */
  invoice: {
    id: string;
    isPaid: boolean;
    paidCents: number;
    unpaidCents: number;
    finalizedAt: Date;
    paidAt: Date | null;
  } | null;
  /** The schedule that manages it, and the change of price that still lies ahead. */
  scheduleId: string | null;
  scheduled: { priceId: PriceId; at: Date } | null;
};

const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
export type StripeInvoice = {
  id: string;
  number: string | null;
  createdAt: Date;
  paidAt: Date | null;
  totalCents: number;
  paidCents: number;
  /** How much of it the customer's credit paid; negative if it added to the credit. */
  creditCents: number;
  /** Still to be paid. */
  unpaidCents: number;
  refundedCents: number;
  /** Paid, but disputed with the customer's bank, so that we can't refund it. */
  disputedCents: number;
  status: (typeof INVOICE_STATUSES)[number];
  pageUrl: string | null;
  pdfUrl: string | null;
};
/** An invoice with what its receipt says. `dueCents` is still unpaid. */
export type StripeInvoiceDetails = StripeInvoice & {
  customerId: string | null;
  subscriptionId: string | null;
  dueCents: number;
  taxCents: number;
  creditUsedCents: number;
};

/**
 * What an invoice that is still to come will cost: its total with tax, and what is charged of it after credit. `taxCents` is null if
 * Stripe can't tell the tax yet.
 */
export type StripeInvoicePreview = { totalCents: number; dueCents: number; taxCents: number | null };

/** What we store with a subscription at Stripe. */
export const METADATA = {
  promotion: 'promotion',
  ended: 'ended',
  refundedBy: 'refunded_by',
  userId: 'user_id',
  purchase: 'purchase',
  priceId: 'price_id',
} as const;
export const ENDED_BY_REFUND = 'refund';

export const atSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);
export const fromSeconds = (seconds: number): Date => new Date(seconds * 1_000);
const fromSecondsOrNull = (seconds: number | null | undefined): Date | null => (seconds ? fromSeconds(seconds) : null);
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const unpaidOf = ({ status, amount_remaining: cents }: Stripe.Invoice) =>
  status === 'open' || status === 'uncollectible' ? cents : 0;

function invoiceOf(subscription: Stripe.Subscription): StripeSubscription['invoice'] {
  const invoice = subscription.latest_invoice;
  if (typeof invoice !== 'object' || invoice === null) return null;
  return {
    id: invoice.id,
    isPaid: invoice.status === 'paid',
    paidCents: invoice.amount_paid,
    unpaidCents: unpaidOf(invoice),
    finalizedAt: fromSeconds(invoice.status_transitions.finalized_at ?? invoice.created),
    paidAt: fromSecondsOrNull(invoice.status_transitions.paid_at),
  };
}

/** The phase after the current one, whose price our own metadata names: Stripe expands no deeper than four levels. */
function scheduledOf({ schedule }: Stripe.Subscription): StripeSubscription['scheduled'] {
  if (typeof schedule !== 'object' || schedule === null) return null;
  const { current_phase: current, phases, metadata } = schedule;
  const next = phases.find(({ start_date: start }) => current !== null && start >= current.end_date);
  const price = PRICE_IDS.find((key) => key === metadata?.[METADATA.priceId]);
  return next && price ? { priceId: price, at: fromSeconds(next.start_date) } : null;
}

/** What a period costs from the next one on: a scheduled change comes before it. */
function nextPriceCents(scheduled: StripeSubscription['scheduled'], priceCents: number): number {
  const parts = scheduled && readPriceId(scheduled.priceId);
  return parts ? cyclePriceCents(parts.plan, parts.cycle) : priceCents;
}

/** Null unless the method is expanded and a card. */
export function cardOf(method: string | Stripe.PaymentMethod | null | undefined): Card | null {
  const card = typeof method === 'object' ? method?.card : null;
  return card ? { brand: card.brand, last4: card.last4 } : null;
}

/** What the discounts that still apply then take off an amount, one after the other, as Stripe does. */
function discountOf({ discounts }: Stripe.Subscription, cents: number, at: number | null): number {
  let left = cents;
  for (const discount of discounts) {
    if (typeof discount === 'string' || (discount.end !== null && at !== null && discount.end <= at)) continue;
    const { coupon } = discount.source;
    if (typeof coupon !== 'object' || coupon === null) continue;
    left -= Math.min(left, coupon.amount_off ?? Math.round((left * (coupon.percent_off ?? 0)) / 100));
  }
  return cents - left;
}

/**
 * `latest_invoice`, `schedule`, `discounts.source.coupon` and both default payment methods must be expanded. A card may belong to the subscription or
 * to its customer.
 */
export function toSubscription(subscription: Stripe.Subscription, customer: Stripe.Customer): StripeSubscription {
  const [item] = subscription.items.data;
  const { metadata } = subscription;
  const scheduled = scheduledOf(subscription);
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
    card: cardOf(
      subscription.default_payment_method ??
        (subscription.default_source ? null : customer.invoice_settings.default_payment_method),
    ),
    isCanceledForPeriodEnd: subscription.cancel_at_period_end,
    priceCents: item?.price.unit_amount ?? null,
    discountCents: discountOf(
      subscription,
      nextPriceCents(scheduled, item?.price.unit_amount ?? 0),
      item?.current_period_end ?? null,
    ),
    promotion: PROMOTIONS.find((one) => one === metadata[METADATA.promotion]) ?? null,
    isRefunded: metadata[METADATA.ended] === ENDED_BY_REFUND,
    invoice: invoiceOf(subscription),
    scheduleId: idOf(subscription.schedule),
    scheduled,
  };
}

export function toInvoice(
  invoice: Stripe.Invoice,
  { refundedCents, disputedCents }: Pick<StripeInvoice, 'refundedCents' | 'disputedCents'>,
): StripeInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    createdAt: fromSeconds(invoice.created),
    paidAt: fromSecondsOrNull(invoice.status_transitions.paid_at),
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    // A draft has no ending balance yet.
    creditCents: (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance,
    unpaidCents: unpaidOf(invoice),
    refundedCents,
    disputedCents,
    status: INVOICE_STATUSES.find((one) => one === invoice.status) ?? 'draft',
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}

const taxOf = ({ total_taxes: taxes }: Pick<Stripe.Invoice, 'total_taxes'>): number =>
  (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** Automatic tax needs to know where the customer is. */
export const previewedTax = (invoice: Pick<Stripe.Invoice, 'automatic_tax' | 'total_taxes'>): number | null =>
  invoice.automatic_tax.enabled && invoice.automatic_tax.status !== 'complete' ? null : taxOf(invoice);

export function toInvoiceDetails(invoice: Stripe.Invoice): StripeInvoiceDetails {
  return {
    ...toInvoice(invoice, { refundedCents: 0, disputedCents: 0 }),
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    dueCents: invoice.amount_remaining,
    taxCents: taxOf(invoice),
    creditUsedCents: Math.max((invoice.ending_balance ?? 0) - invoice.starting_balance, 0),
  };
}
