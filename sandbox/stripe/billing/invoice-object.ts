import type Stripe from 'stripe';
import { taxIdsOf } from '../customers/tax-ids.ts';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { wholeList } from '../wire/page-of.ts';
import { SMALLEST_CHARGE_CENTS, taxOn } from './money.ts';
import { nulls } from '../state/nulls.ts';

export type InvoiceOptions = {
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  lines: Stripe.InvoiceLineItem[];
  discounts: { id: string; amount: number }[];
  period: { start: number; end: number };
  /** Unix seconds; null if it is finalized immediately. */
  finalizesAt: number | null;
  prorationDate: number | null;
};

/** What is left to pay after the customer's balance has been used, and the balance then. */
export function applyBalance(total: number, balance: number): { due: number; ending: number } {
  const sum = total + balance;
  // An amount too small to charge is owed until the next invoice; an overpayment is kept for it.
  return sum < SMALLEST_CHARGE_CENTS ? { due: 0, ending: sum } : { due: sum, ending: 0 };
}

/** A draft. Its amounts are those it will be finalized with if the balance doesn't change. */
export function newInvoice(context: Context, options: InvoiceOptions): Stripe.Invoice {
  const { subscription, lines } = options;
  const customerId = idOf(subscription.customer);
  const customer = context.store.find('customers', customerId);
  const id = newId('in');
  const now = context.time;
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const untaxed = subtotal - options.discounts.reduce((sum, discount) => sum + discount.amount, 0);
  const isTaxed = subscription.automatic_tax.enabled;
  const tax = isTaxed ? taxOn(untaxed) : 0;
  const total = untaxed + tax;
  const balance = customer?.balance ?? 0;
  const { due, ending } = applyBalance(total, balance);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: subscription.status !== 'unpaid',
    automatic_tax: {
      disabled_reason: null,
      enabled: isTaxed,
      liability: isTaxed ? { type: 'self' } : null,
      provider: isTaxed ? 'stripe' : null,
      status: isTaxed ? 'complete' : null,
    },
    automatically_finalizes_at: options.finalizesAt,
    billing_reason: options.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: customerId,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.business_name ?? customer?.name ?? null,
    customer_tax_ids: taxIdsOf(context, customerId).map(({ type, value }) => ({ type, value })),
    default_tax_rates: [],
    description: subscription.description,
    discounts: options.discounts.map((discount) => discount.id),
    ending_balance: ending,
    issuer: { type: 'self' },
    lines: wholeList(
      lines.map((line) => ({ ...line, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: options.finalizesAt,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(options.prorationDate === null ? {} : { subscription_proration_date: options.prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: options.period.end,
    period_start: options.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: subscription.test_clock,
    total,
    total_discount_amounts: options.discounts.map(({ id: discount, amount }) => ({ discount, amount })),
    total_excluding_tax: untaxed,
    total_taxes: isTaxed
      ? [
          {
            amount: tax,
            tax_behavior: 'exclusive',
            tax_rate_details: null,
            taxability_reason: 'standard_rated',
            taxable_amount: untaxed,
            type: 'tax_rate_details',
          },
        ]
      : [],
    ...nulls('account_tax_ids application custom_fields customer_account customer_phone'),
    ...nulls('customer_shipping customer_tax_exempt'),
    ...nulls('default_payment_method default_source due_date effective_at footer from_invoice'),
    ...nulls('hosted_invoice_url invoice_pdf last_finalization_error latest_revision number'),
    ...nulls('on_behalf_of receipt_number rendering shipping_cost shipping_details'),
    ...nulls('statement_descriptor total_pretax_credit_amounts webhooks_delivered_at'),
  };
}

/** The subscription that an invoice is for. */
export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}
