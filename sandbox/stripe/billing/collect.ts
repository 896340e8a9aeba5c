import type Stripe from 'stripe';
import { switchesOf, type Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { cancelNow, ENDED } from './cancel.ts';
import { changeSubscription } from './change-subscription.ts';
import { finalizeInvoice } from './finalize.ts';
import { subscriptionOf } from './invoice-object.ts';
import { cardFor, payInvoice, type PayOutcome } from './pay.ts';

const DAY_SECONDS = 86_400;
/** Days between attempts to charge a card. After the last one, the account's setting decides. */
export const RETRY_DAYS = [3, 5, 7];

function setDelinquent(context: Context, customerId: string | null, delinquent: boolean): void {
  const before = context.store.find('customers', customerId ?? '');
  if (!before || before.delinquent === delinquent) return;
  announceChange(context, 'customer.updated', before, context.store.patch('customers', before.id, { delinquent }));
}

/** A paid invoice revives its subscription. */
function afterPaid(context: Context, invoice: Stripe.Invoice): void {
  setDelinquent(context, idOf(invoice.customer), false);
  const subscription = context.store.find('subscriptions', subscriptionOf(invoice) ?? '');
  if (!subscription || !['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  changeSubscription(context, subscription, { status: 'active' });
}

function giveUp(context: Context, subscription: Stripe.Subscription): void {
  const choice = switchesOf(context.store).afterLastRetry;
  if (choice === 'cancel') cancelNow(context, subscription, 'payment_failed');
  if (choice === 'unpaid') changeSubscription(context, subscription, { status: 'unpaid' });
}

function afterFailed(context: Context, invoice: Stripe.Invoice): void {
  const subscription = context.store.find('subscriptions', subscriptionOf(invoice) ?? '');
  // A first invoice is never retried: its subscription is incomplete and expires.
  if (!subscription || ENDED.includes(subscription.status) || subscription.status === 'incomplete') return;
  setDelinquent(context, idOf(invoice.customer), true);
  const days = RETRY_DAYS[invoice.attempt_count - 1];
  const next = days === undefined ? null : context.time + days * DAY_SECONDS;
  const updated = context.store.patch('invoices', invoice.id, { next_payment_attempt: next });
  announceChange(context, 'invoice.updated', invoice, updated);
  const isLate = subscription.status === 'active' || subscription.status === 'trialing';
  const late = isLate ? changeSubscription(context, subscription, { status: 'past_due' }) : subscription;
  if (next === null) giveUp(context, late);
}

/** Finalizes a draft invoice, charges it if an amount is due, and updates its subscription accordingly. */
export function collectInvoice(
  context: Context,
  invoice: Stripe.Invoice,
  card: Stripe.PaymentMethod | null = cardFor(context, invoice),
): PayOutcome {
  const open = invoice.status === 'draft' ? finalizeInvoice(context, invoice) : invoice;
  const outcome: PayOutcome = open.status === 'paid' ? { isPaid: true } : payInvoice(context, open, card);
  const after = context.store.find('invoices', invoice.id) ?? open;
  if (outcome.isPaid) afterPaid(context, after);
  else afterFailed(context, after);
  return outcome;
}

/** Marks an invoice that nobody will pay anymore. */
export function voidInvoice(context: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  const voided = context.store.patch('invoices', invoice.id, {
    status: 'void',
    auto_advance: false,
    amount_remaining: invoice.amount_due,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: context.time },
  });
  announce(context, 'invoice.voided', voided);
  return voided;
}
