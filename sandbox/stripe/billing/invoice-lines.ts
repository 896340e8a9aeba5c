import type Stripe from 'stripe';
import { decimalOf } from '../catalogue/decimal.ts';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';

type Proration = { invoiceItem: string; credited: { invoice: string; line: string } | null };
type LineWish = {
  amount: number;
  description: string;
  period: { start: number; end: number };
  subscription: string;
  item: string;
  price: Stripe.Price;
  quantity: number;
  proration: Proration | null;
};

/** One line of an invoice, before discounts. A proration carries its discount in the amount and takes no other. */
export function newLine(wish: LineWish): Stripe.InvoiceLineItem {
  const { proration, price } = wish;
  const credited = proration?.credited;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: wish.amount,
    currency: price.currency,
    description: wish.description,
    discount_amounts: [],
    discountable: proration === null,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: proration?.invoiceItem ?? null,
        proration: proration !== null,
        proration_details: proration && {
          credited_items: credited ? { invoice: credited.invoice, invoice_line_items: [credited.line] } : null,
        },
        subscription: wish.subscription,
        subscription_item: wish.item,
      },
      type: 'subscription_item_details',
    },
    period: wish.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: decimalOf(proration ? wish.amount : (price.unit_amount ?? 0)),
    },
    quantity: wish.quantity,
    quantity_decimal: decimalOf(wish.quantity),
    subscription: wish.subscription,
    subtotal: wish.amount,
    taxes: [],
  };
}

export function productName(context: Context, price: Stripe.Price): string {
  return context.store.find('products', idOf(price.product))?.name ?? 'Subscription';
}

/** `1 × Pro (at $59.00 / month)`, in Stripe's words. */
export function describePrice(context: Context, price: Stripe.Price, quantity: number): string {
  const amount = ((price.unit_amount ?? 0) / 100).toFixed(2);
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {};
  const every = count === 1 ? interval : `every ${count} ${interval}s`;
  const sign = price.currency === 'usd' ? '$' : `${price.currency.toUpperCase()} `;
  return `${quantity} × ${productName(context, price)} (at ${sign}${amount} / ${every})`;
}

/** The full price of one item for a period; nothing during a trial. */
export function itemLine(
  context: Context,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  period: { start: number; end: number },
  isTrial: boolean,
): Stripe.InvoiceLineItem {
  const quantity = item.quantity ?? 1;
  return newLine({
    amount: isTrial ? 0 : (item.price.unit_amount ?? 0) * quantity,
    description: isTrial
      ? `Trial period for ${productName(context, item.price)}`
      : describePrice(context, item.price, quantity),
    period,
    subscription: subscription.id,
    item: item.id,
    price: item.price,
    quantity,
    proration: null,
  });
}
