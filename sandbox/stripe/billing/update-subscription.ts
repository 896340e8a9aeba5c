import type Stripe from 'stripe';
import { declineOf } from '../customers/payment-methods.ts';
import type { Context } from '../state/context.ts';
import { addIntervals } from '../time/calendar.ts';
import { announceChange } from '../webhooks/announce.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { collectInvoice } from './collect.ts';
import { itemLine } from './invoice-lines.ts';
import { makeInvoice } from './make-invoice.ts';
import { plainChanges } from './plain-changes.ts';
import { creditRest, debitRest } from './prorate.ts';
import { getRecurringPrice, itemOf, itemsWith, periodOf, billingIntervalOf, withPrice } from './subscription-items.ts';
import type { UpdateParams } from './subscription-params.ts';

type Moved = {
  changes: Partial<Stripe.Subscription>;
  /** Lines of an invoice that is due immediately; empty if none is. */
  lines: Stripe.InvoiceLineItem[];
};

function changedItem(context: Context, before: Stripe.SubscriptionItem, params: UpdateParams) {
  const [requested] = params.items ?? [];
  if (!requested) return before;
  if (requested.id !== before.id)
    throw new StripeProblem(`No such subscription item: '${requested.id}'`, {
      code: 'resource_missing',
      param: 'items[0][id]',
    });
  return withPrice(before, getRecurringPrice(context, requested.price, 'items[0][price]'));
}

function checkProrationDate(before: Stripe.Subscription, date: number): void {
  const { start, end } = periodOf(before);
  if (date < start || date > end)
    throw new StripeProblem('Cannot specify proration date outside of current subscription period', {
      param: 'proration_date',
    });
}

function moveTrial(before: Stripe.Subscription, item: Stripe.SubscriptionItem, end: number, now: number): Moved {
  if (end <= now || before.status !== 'trialing')
    throw new StripeProblem('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  const period = { start: before.trial_start ?? now, end };
  const items = itemsWith(before, { ...item, current_period_start: period.start, current_period_end: end });
  return { changes: { trial_end: end, billing_cycle_anchor: end, items }, lines: [] };
}

function move(context: Context, before: Stripe.Subscription, params: UpdateParams): Moved {
  const now = context.time;
  const from = params.proration_date ?? now;
  checkProrationDate(before, from);
  const old = itemOf(before);
  const item = changedItem(context, old, params);
  const { trial_end: trialEnd, proration_behavior: behavior } = params;
  if (typeof trialEnd === 'number') return moveTrial(before, item, trialEnd, now);
  const isTrial = before.status === 'trialing';
  const endsTrial = isTrial && trialEnd === 'now';
  const isProrated = behavior === 'always_invoice' && !isTrial;
  const [oldRhythm, rhythm] = [billingIntervalOf(old.price), billingIntervalOf(item.price)];
  const isOtherRhythm = oldRhythm.interval !== rhythm.interval || oldRhythm.interval_count !== rhythm.interval_count;
  if (endsTrial || (isOtherRhythm && !isTrial)) {
    // A new cycle begins now.
    const period = { start: now, end: addIntervals(now, rhythm, 1) };
    const items = itemsWith(before, { ...item, current_period_start: period.start, current_period_end: period.end });
    return {
      changes: { billing_cycle_anchor: now, items, ...(endsTrial ? { status: 'active', trial_end: now } : {}) },
      lines: [...(isProrated ? creditRest(context, old, from) : []), itemLine(context, item, period, false)],
    };
  }
  const isSame = item.price.id === old.price.id;
  return {
    changes: { items: itemsWith(before, item) },
    lines: isProrated && !isSame ? [...creditRest(context, old, from), ...debitRest(context, before, item, from)] : [],
  };
}

/** Canceling at the end of the period means the end of whichever period is current then. */
function withCancellation(subscription: Stripe.Subscription): Partial<Stripe.Subscription> {
  return subscription.cancel_at_period_end ? { cancel_at: periodOf(subscription).end } : {};
}

/** Changes a subscription: its item with proration, its trial, its cycle, and what has no cost. */
export function updateSubscription(context: Context, before: Stripe.Subscription, params: UpdateParams) {
  const plain = plainChanges(context, before, params);
  const isMoving = params.items !== undefined || params.trial_end !== undefined;
  const moved: Moved = isMoving ? move(context, before, params) : { changes: {}, lines: [] };
  const patched = context.store.patch('subscriptions', before.id, { ...plain, ...moved.changes });
  const subscription = context.store.patch('subscriptions', before.id, withCancellation(patched));
  const invoice =
    moved.lines.length > 0 &&
    makeInvoice(context, {
      subscription,
      reason: 'subscription_update',
      lines: moved.lines,
      period: periodOf(subscription),
      finalizesAt: null,
      prorationDate: params.proration_date ?? context.time,
    });
  const after = context.store.find('subscriptions', before.id) ?? subscription;
  announceChange(context, 'customer.subscription.updated', before, after);
  if (!invoice) return after;
  const outcome = collectInvoice(context, invoice);
  if (!outcome.isPaid && params.payment_behavior) throw declineOf(outcome.failure ?? 'declined');
  return context.store.find('subscriptions', before.id) ?? after;
}
