import type Stripe from 'stripe';
import { declineOf } from '../customers/payment-methods.ts';
import { timeFor, type Context } from '../state/context.ts';
import { addIntervals } from '../time/calendar.ts';
import { announceChange } from '../webhooks/announce.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { collectInvoice } from './collect.ts';
import { itemLine } from './invoice-lines.ts';
import { makeInvoice } from './make-invoice.ts';
import { type ItemWish, nextItems } from './next-items.ts';
import { pendingItems } from './pending.ts';
import { creditRest, debitRest } from './prorate.ts';
import { periodOf, rhythmOf, withPeriod } from './subscription-items.ts';

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';
export type SubscriptionChange = {
  items: ItemWish[];
  prorationBehavior: ProrationBehavior;
  prorationDate: number | null;
  isAnchorNow: boolean;
  trialEnd: number | 'now' | null;
  paymentBehavior: 'allow_incomplete' | 'error_if_incomplete';
  /** Everything that costs nothing: metadata, cards, cancellation. */
  plain: Partial<Stripe.Subscription>;
};
type Moved = {
  changes: Partial<Stripe.Subscription>;
  /** Lines of an invoice that is due this moment; null where none is. */
  lines: ((subscription: Stripe.Subscription) => Stripe.InvoiceLineItem[]) | null;
};

function fullLines(context: Context, period: { start: number; end: number }, isTrial: boolean) {
  return (subscription: Stripe.Subscription) =>
    subscription.items.data.map((item) => itemLine(context, subscription, item, period, isTrial));
}

/** A new cycle begins now: by a price of another rhythm, by request, or because the trial is ended. */
function restart(context: Context, before: Stripe.Subscription, items: Stripe.SubscriptionItem[], now: number): Moved {
  const period = { start: now, end: addIntervals(now, rhythmOf(items), 1) };
  return {
    changes: {
      billing_cycle_anchor: now,
      items: { ...before.items, data: withPeriod(items, period) },
    },
    lines: fullLines(context, period, false),
  };
}

function intoTrial(
  context: Context,
  before: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  trialEnd: number,
): Moved {
  const now = timeFor(context, before.customer);
  if (trialEnd <= now)
    throw new StripeProblem('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  const isRunning = before.status === 'trialing';
  const start = isRunning ? (before.trial_start ?? now) : now;
  const period = { start, end: trialEnd };
  return {
    changes: {
      status: 'trialing',
      trial_start: start,
      trial_end: trialEnd,
      billing_cycle_anchor: trialEnd,
      items: { ...before.items, data: withPeriod(items, period) },
    },
    lines: isRunning ? null : fullLines(context, period, true),
  };
}

function checkProrationDate(before: Stripe.Subscription, date: number): void {
  const { start, end } = periodOf(before);
  if (date < start || date > end)
    throw new StripeProblem('Cannot specify proration date outside of current subscription period', {
      param: 'proration_date',
    });
}

function isOtherRhythm(a: Stripe.SubscriptionItem[], b: Stripe.SubscriptionItem[]): boolean {
  const [one, other] = [rhythmOf(a), rhythmOf(b)];
  return one.interval !== other.interval || one.interval_count !== other.interval_count;
}

function move(context: Context, before: Stripe.Subscription, change: SubscriptionChange): Moved {
  const now = timeFor(context, before.customer);
  const from = change.prorationDate ?? now;
  checkProrationDate(before, from);
  const next = nextItems(context, before, change.items);
  const isTrial = before.status === 'trialing';
  const endsTrial = isTrial && change.trialEnd === 'now';
  const isProrated = change.prorationBehavior !== 'none' && !isTrial;
  const credit = (items: Stripe.SubscriptionItem[]) => {
    if (isProrated) for (const item of items) creditRest(context, before, item, from);
  };
  if (typeof change.trialEnd === 'number') {
    if (!isTrial) credit(before.items.data);
    return intoTrial(context, before, next.items, change.trialEnd);
  }
  const restarts = !isTrial && (change.isAnchorNow || isOtherRhythm(before.items.data, next.items));
  if (restarts || endsTrial) {
    credit(before.items.data);
    const moved = restart(context, before, next.items, now);
    return endsTrial ? { ...moved, changes: { ...moved.changes, status: 'active', trial_end: now } } : moved;
  }
  rhythmOf(next.items);
  credit(next.credited);
  if (isProrated) for (const item of next.debited) debitRest(context, before, item, from);
  const isBilledNow = change.prorationBehavior === 'always_invoice' && pendingItems(context, before.id).length > 0;
  return {
    changes: { items: { ...before.items, data: next.items } },
    lines: isBilledNow ? () => [] : null,
  };
}

/** Cancelling at the end of the period means the end of whichever period it is in then. */
function withCancellation(subscription: Stripe.Subscription): Partial<Stripe.Subscription> {
  return subscription.cancel_at_period_end ? { cancel_at: periodOf(subscription).end } : {};
}

/** Changes a subscription: its items with proration, its trial, its cycle, and what costs nothing. */
export function updateSubscription(context: Context, before: Stripe.Subscription, change: SubscriptionChange) {
  const isMoving = change.items.length > 0 || change.trialEnd !== null || change.isAnchorNow;
  const moved: Moved = isMoving ? move(context, before, change) : { changes: {}, lines: null };
  const patched = context.store.patch('subscriptions', before.id, { ...change.plain, ...moved.changes });
  const subscription = context.store.patch('subscriptions', before.id, withCancellation(patched));
  const invoice =
    moved.lines &&
    makeInvoice(context, {
      subscription,
      reason: 'subscription_update',
      lines: moved.lines(subscription),
      period: periodOf(subscription),
      finalizesAt: null,
      prorationDate: change.prorationDate ?? timeFor(context, before.customer),
    });
  const after = context.store.find('subscriptions', before.id) ?? subscription;
  announceChange(context, 'customer.subscription.updated', before, after);
  if (!invoice) return after;
  const outcome = collectInvoice(context, invoice);
  if (!outcome.isPaid && change.paymentBehavior === 'error_if_incomplete')
    throw declineOf(outcome.failure ?? 'declined');
  return context.store.find('subscriptions', before.id) ?? after;
}
