import type Stripe from 'stripe';
import { switchesOf, timeFor, type Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { cancelNow, ENDED } from './cancel.ts';
import { changeSubscription } from './change-subscription.ts';
import { finalizeInvoice } from './finalize.ts';
import { subscriptionOf } from './invoice-object.ts';
import { cardFor, payInvoice, type PayOutcome } from './pay.ts';

const DAY_SECONDS = 86_400;
/** Days between the tries to charge a card. After the last one the account's setting decides. */
export const RETRY_DAYS = [3, 5, 7];

function setDelinquent(context: Context, customerId: string | null, delinquent: boolean): void {
  const before = context.store.find('customers', customerId ?? '');
  if (!before || before.delinquent === delinquent) return;
  announceChange(context, 'customer.updated', before, context.store.patch('customers', before.id, { delinquent }));
}

/** A paid invoice revives its subscription, if it is the newest or the last that was open. */
function afterPaid(context: Context, invoice: Stripe.Invoice): void {
  setDelinquent(context, idOf(invoice.customer), false);
  const subscription = context.store.find('subscriptions', subscriptionOf(invoice) ?? '');
  if (!subscription || !['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  const isOpen = (one: Stripe.Invoice) => subscriptionOf(one) === subscription.id && one.status === 'open';
  if (idOf(subscription.latest_invoice) !== invoice.id && context.store.list('invoices').some(isOpen)) return;
  changeSubscription(context, subscription, { status: 'active' });
}

function giveUp(context: Context, subscription: Stripe.Subscription): void {
  const choice = switchesOf(context.store).afterLastRetry;
  if (choice === 'cancel') cancelNow(context, subscription, { reason: 'payment_failed' });
  if (choice === 'unpaid') changeSubscription(context, subscription, { status: 'unpaid' });
}

function afterFailed(context: Context, invoice: Stripe.Invoice): void {
  const subscription = context.store.find('subscriptions', subscriptionOf(invoice) ?? '');
  // A first invoice is never retried: its subscription is incomplete and expires.
  if (!subscription || ENDED.includes(subscription.status) || subscription.status === 'incomplete') return;
  setDelinquent(context, idOf(invoice.customer), true);
  const days = RETRY_DAYS[invoice.attempt_count - 1];
  const next = days === undefined ? null : timeFor(context, invoice.customer) + days * DAY_SECONDS;
  const updated = context.store.patch('invoices', invoice.id, { next_payment_attempt: next });
  announceChange(context, 'invoice.updated', invoice, updated);
  const isLate = subscription.status === 'active' || subscription.status === 'trialing';
  const late = isLate ? changeSubscription(context, subscription, { status: 'past_due' }) : subscription;
  if (next === null) giveUp(context, late);
}

/** Finalizes an invoice where it is a draft, charges it where something is due, and lets its subscription follow. */
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

/** Nobody will pay this any more. */
export function voidInvoice(context: Context, invoice: Stripe.Invoice): Stripe.Invoice {
  const voided = context.store.patch('invoices', invoice.id, {
    status: 'void',
    auto_advance: false,
    amount_remaining: invoice.amount_due,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: timeFor(context, invoice.customer) },
  });
  announce(context, 'invoice.voided', voided);
  return voided;
}
