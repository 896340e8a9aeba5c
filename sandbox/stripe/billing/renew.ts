import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { boundaryAfter } from '../time/calendar.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { cancelNow } from './cancel.ts';
import { itemLine } from './invoice-lines.ts';
import { makeInvoice } from './make-invoice.ts';
import { cardOf } from './pay.ts';
import { periodOf, rhythmOf, withPeriod } from './subscription-items.ts';

/** A renewal's invoice stays a draft this long, so that whoever listens can still add to it. */
const DRAFT_SECONDS = 3_600;

/** Begins the next period and drafts its invoice. */
export function renew(context: Context, before: Stripe.Subscription): Stripe.Invoice {
  const old = periodOf(before);
  const period = {
    start: old.end,
    end: boundaryAfter(before.billing_cycle_anchor, rhythmOf(before.items.data), old.end),
  };
  const subscription = context.store.patch('subscriptions', before.id, {
    items: { ...before.items, data: withPeriod(before.items.data, period) },
    status: before.status === 'trialing' ? 'active' : before.status,
  });
  const invoice = makeInvoice(context, {
    subscription,
    reason: 'subscription_cycle',
    lines: subscription.items.data.map((item) => itemLine(context, subscription, item, period, false)),
    period: old,
    finalizesAt: subscription.status === 'unpaid' ? null : period.start + DRAFT_SECONDS,
    prorationDate: null,
  });
  const after = context.store.find('subscriptions', before.id) ?? subscription;
  announceChange(context, 'customer.subscription.updated', before, after);
  return invoice;
}

/** A trial that is over goes on as a paid subscription, or ends or pauses where there is no card. */
export function endTrial(context: Context, subscription: Stripe.Subscription): void {
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (cardOf(context, subscription) !== null || behavior === 'create_invoice') {
    renew(context, subscription);
    return;
  }
  if (behavior === 'pause') {
    const paused = context.store.patch('subscriptions', subscription.id, { status: 'paused' });
    announce(context, 'customer.subscription.paused', paused);
    return;
  }
  cancelNow(context, subscription, {});
}
