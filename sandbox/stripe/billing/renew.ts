import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { boundaryAfter } from '../time/calendar.ts';
import { announceChange } from '../webhooks/announce.ts';
import { cancelNow } from './cancel.ts';
import { itemLine } from './invoice-lines.ts';
import { makeInvoice } from './make-invoice.ts';
import { enterNextPhase } from '../schedules/schedules.ts';
import { cardOf } from './pay.ts';
import { itemOf, itemsWith, periodOf, billingIntervalOf, withPrice } from './subscription-items.ts';

/** A renewal's invoice stays a draft this long, so that webhook listeners can still add to it. */
const DRAFT_SECONDS = 3_600;

/** Begins the next period and drafts its invoice. */
export function renew(context: Context, before: Stripe.Subscription): Stripe.Invoice {
  const old = periodOf(before);
  const price = enterNextPhase(context, before, old.end);
  const item = price ? withPrice(itemOf(before), price) : itemOf(before);
  const period = {
    start: old.end,
    end: boundaryAfter(before.billing_cycle_anchor, billingIntervalOf(item.price), old.end),
  };
  const subscription = context.store.patch('subscriptions', before.id, {
    items: itemsWith(before, { ...item, current_period_start: period.start, current_period_end: period.end }),
    status: before.status === 'trialing' ? 'active' : before.status,
  });
  const invoice = makeInvoice(context, {
    subscription,
    reason: 'subscription_cycle',
    lines: [itemLine(context, item, period, false)],
    period: old,
    finalizesAt: subscription.status === 'unpaid' ? null : period.start + DRAFT_SECONDS,
    prorationDate: null,
  });
  const after = context.store.find('subscriptions', before.id) ?? subscription;
  announceChange(context, 'customer.subscription.updated', before, after);
  return invoice;
}

/** A trial that is over continues as a paid subscription, or ends if there is no card. */
export function endTrial(context: Context, subscription: Stripe.Subscription): void {
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method;
  if (cardOf(context, subscription) !== null || behavior === 'create_invoice') {
    renew(context, subscription);
    return;
  }
  cancelNow(context, subscription, null);
}
