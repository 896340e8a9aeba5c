import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { applyBalance } from './invoice-object.ts';
import { newPaymentIntent } from './payment-objects.ts';

/** Draws from or adds to the customer's balance. */
function moveBalance(context: Context, customerId: string, balance: number): void {
  const before = context.store.find('customers', customerId);
  if (!before || before.balance === balance) return;
  announceChange(context, 'customer.updated', before, context.store.patch('customers', customerId, { balance }));
}

function nextNumber(context: Context, customerId: string): string {
  const customer = context.store.find('customers', customerId);
  const sequence = customer?.next_invoice_sequence ?? 1;
  if (customer) context.store.patch('customers', customerId, { next_invoice_sequence: sequence + 1 });
  return `${customer?.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
}

function expectPayment(context: Context, invoice: Stripe.Invoice): void {
  const customer = idOf(invoice.customer) ?? '';
  const intent = context.store.put(
    'paymentIntents',
    newPaymentIntent(context, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer,
      description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    }),
  );
  context.store.put('invoicePayments', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: context.time,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  announce(context, 'payment_intent.created', intent);
}

/** The payment that Stripe created for an invoice when it was finalized. */
export function paymentOf(context: Context, invoice: string): Stripe.InvoicePayment | undefined {
  return context.store.list('invoicePayments').find((payment) => payment.invoice === invoice);
}

export function markPaid(context: Context, invoice: Stripe.Invoice, amountPaid: number): Stripe.Invoice {
  const now = context.time;
  const paid = context.store.patch('invoices', invoice.id, {
    amount_paid: amountPaid,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  announce(context, 'invoice.paid', paid);
  announce(context, 'invoice.payment_succeeded', paid);
  return paid;
}

/** Finalizes a draft: it gets its number and uses the customer's balance. An invoice with nothing to pay is marked as paid. */
export function finalizeInvoice(context: Context, draft: Stripe.Invoice): Stripe.Invoice {
  const customerId = idOf(draft.customer) ?? '';
  const now = context.time;
  const balance = context.store.find('customers', customerId)?.balance ?? 0;
  const { due, ending } = applyBalance(draft.total, balance);
  const invoice = context.store.patch('invoices', draft.id, {
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: ending,
    hosted_invoice_url: `${context.pagesUrl}/invoice/${draft.id}`,
    invoice_pdf: `${context.pagesUrl}/invoice/${draft.id}/pdf`,
    next_payment_attempt: null,
    number: nextNumber(context, customerId),
    starting_balance: balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  moveBalance(context, customerId, ending);
  announce(context, 'invoice.finalized', invoice);
  if (due === 0) return markPaid(context, invoice, 0);
  expectPayment(context, invoice);
  return invoice;
}
