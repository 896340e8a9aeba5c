import type Stripe from 'stripe';
import { taxIdsOf } from '../customers/tax-ids.ts';
import { timeFor, type Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { wholeList } from '../wire/page-of.ts';
import { SMALLEST_CHARGE_CENTS } from './money.ts';

export type InvoiceWish = {
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  lines: Stripe.InvoiceLineItem[];
  discounts: { id: string; amount: number }[];
  period: { start: number; end: number };
  /** Unix seconds; null where it is finalized at once. */
  finalizesAt: number | null;
  prorationDate: number | null;
};

/** What is left to pay when the customer's balance has been used, and what the balance is then. */
export function applyBalance(total: number, balance: number): { due: number; ending: number } {
  const sum = total + balance;
  // Too little to charge is owed until the next invoice, too much paid is kept for it.
  return sum < SMALLEST_CHARGE_CENTS ? { due: 0, ending: sum } : { due: sum, ending: 0 };
}

/** A draft. Its amounts are those it will be finalized with if the balance stays as it is. */
export function newInvoice(context: Context, wish: InvoiceWish): Stripe.Invoice {
  const { subscription, lines } = wish;
  const customerId = idOf(subscription.customer);
  const customer = context.store.find('customers', customerId);
  const id = newId('in');
  const now = timeFor(context, customerId);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = subtotal - wish.discounts.reduce((sum, discount) => sum + discount.amount, 0);
  const balance = customer?.balance ?? 0;
  const { due, ending } = applyBalance(total, balance);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: subscription.status !== 'unpaid',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: wish.finalizesAt,
    billing_reason: wish.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customerId,
    customer_account: null,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.business_name ?? customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer?.tax_exempt ?? 'none',
    customer_tax_ids: taxIdsOf(context, customerId).map(({ type, value }) => ({ type, value })),
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: subscription.description,
    discounts: wish.discounts.map((discount) => discount.id),
    due_date: null,
    effective_at: null,
    ending_balance: ending,
    footer: customer?.invoice_settings.footer ?? null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: wholeList(
      lines.map((line) => ({ ...line, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: wish.finalizesAt,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(wish.prorationDate === null ? {} : { subscription_proration_date: wish.prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: wish.period.end,
    period_start: wish.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: subscription.test_clock,
    total,
    total_discount_amounts: wish.discounts.map(({ id: discount, amount }) => ({ discount, amount })),
    total_excluding_tax: total,
    total_pretax_credit_amounts: wish.discounts.map(({ id: discount, amount }) => ({
      discount,
      amount,
      type: 'discount',
    })),
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** The subscription that an invoice is for. */
export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}
