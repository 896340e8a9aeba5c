import type Stripe from 'stripe';
import { decimalOf } from '../catalogue/decimal.ts';
import { timeFor, type Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { productName } from './invoice-lines.ts';
import { partOf } from './money.ts';
import { noteOf } from './notes.ts';
import { periodOf } from './subscription-items.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

type Piece = {
  amount: number;
  description: string;
  period: { start: number; end: number };
  item: Stripe.SubscriptionItem;
  credited: { invoice: string; line: string } | null;
};

function noteDown(context: Context, subscription: Stripe.Subscription, piece: Piece): void {
  const { price, quantity = 1 } = piece.item;
  const item = context.store.put('invoiceItems', {
    id: newId('ii'),
    object: 'invoiceitem',
    amount: piece.amount,
    currency: price.currency,
    customer: idOf(subscription.customer),
    customer_account: null,
    date: timeFor(context, subscription.customer),
    description: piece.description,
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    net_amount: piece.amount,
    parent: {
      subscription_details: { subscription: subscription.id, subscription_item: piece.item.id },
      type: 'subscription_details',
    },
    period: piece.period,
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: decimalOf(piece.amount),
    },
    proration: true,
    proration_details: {
      credited_items: piece.credited && {
        invoice_line_item_details: { invoice: piece.credited.invoice, invoice_line_items: [piece.credited.line] },
        type: 'invoice_line_items',
      },
      discount_amounts: [],
    },
    quantity,
    quantity_decimal: decimalOf(quantity),
    tax_rates: [],
    test_clock: subscription.test_clock,
  });
  announce(context, 'invoiceitem.created', item);
}

/** Gives back what was paid for the rest of the period; a trial gives nothing back because nothing was paid. */
export function creditRest(
  context: Context,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  from: number,
) {
  const note = noteOf(context, subscription.id);
  const basis = note.bases[item.id];
  if (!basis) return;
  const amount = partOf(basis.netCents, basis, from);
  const { [item.id]: _, ...bases } = note.bases;
  context.store.put('subscriptionNotes', { ...note, bases });
  if (amount === 0) return;
  noteDown(context, subscription, {
    amount: -amount,
    description: `Unused time on ${productName(context, item.price)} after ${day.format(from * 1_000)}`,
    period: { start: from, end: basis.end },
    item,
    credited: basis.invoice && basis.line ? { invoice: basis.invoice, line: basis.line } : null,
  });
}

/** Charges an item for the rest of the current period. */
export function debitRest(
  context: Context,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  from: number,
) {
  const period = periodOf(subscription);
  const amount = partOf((item.price.unit_amount ?? 0) * (item.quantity ?? 1), period, from);
  const note = noteOf(context, subscription.id);
  const basis = { netCents: amount, start: from, end: period.end, invoice: null, line: null };
  context.store.put('subscriptionNotes', { ...note, bases: { ...note.bases, [item.id]: basis } });
  if (amount === 0) return;
  noteDown(context, subscription, {
    amount,
    description: `Remaining time on ${productName(context, item.price)} after ${day.format(from * 1_000)}`,
    period: { start: from, end: period.end },
    item,
    credited: null,
  });
}
