import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { lastingOff } from './discounts.ts';
import { newLine, productName } from './invoice-lines.ts';
import { partOf } from './money.ts';
import { periodOf } from './subscription-items.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

function proration(
  context: Context,
  item: Stripe.SubscriptionItem,
  part: { amount: number; words: string; period: { start: number; end: number } },
): Stripe.InvoiceLineItem[] {
  const { amount, words, period } = part;
  if (amount === 0) return [];
  const description = `${words} ${productName(context, item.price)} after ${day.format(period.start * 1_000)}`;
  return [newLine({ amount, description, period, item, isProration: true })];
}

/** Credits what was paid for the rest of the period; a trial gives no credit because nothing was paid. */
export function creditRest(context: Context, item: Stripe.SubscriptionItem, from: number): Stripe.InvoiceLineItem[] {
  const paid = context.store.find('subscriptionNotes', item.subscription)?.paid;
  if (!paid) return [];
  const amount = -partOf(paid.netCents, paid, from);
  return proration(context, item, { amount, words: 'Unused time on', period: { start: from, end: paid.end } });
}

/** Charges an item for the rest of the current period. */
export function debitRest(
  context: Context,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  from: number,
): Stripe.InvoiceLineItem[] {
  const period = periodOf(subscription);
  const price = item.price.unit_amount ?? 0;
  const amount = partOf(price - lastingOff(context, subscription, price), period, from);
  return proration(context, item, { amount, words: 'Remaining time on', period: { start: from, end: period.end } });
}
