import type Stripe from 'stripe';
import { decimalOf } from '../catalog/decimal.ts';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';

type LineOptions = {
  amount: number;
  description: string;
  period: { start: number; end: number };
  item: Stripe.SubscriptionItem;
  isProration: boolean;
};

/** One line of an invoice, before discounts. A proration includes its discount in the amount and takes no other. */
export function newLine(options: LineOptions): Stripe.InvoiceLineItem {
  const { isProration, item } = options;
  const { price } = item;
  return {
    id: newId('il'),
    object: 'line_item',
    amount: options.amount,
    currency: price.currency,
    description: options.description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: isProration ? { credited_items: null } : null,
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: options.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: decimalOf(isProration ? options.amount : (price.unit_amount ?? 0)),
    },
    quantity: 1,
    quantity_decimal: decimalOf(1),
    subscription: item.subscription,
    subtotal: options.amount,
    taxes: [],
  };
}

export function productName(context: Context, price: Stripe.Price): string {
  return context.store.find('products', idOf(price.product))?.name ?? 'Subscription';
}

/** `1 × Pro (at $59.00 / month)`, in Stripe's format. */
function describePrice(context: Context, price: Stripe.Price): string {
  const amount = ((price.unit_amount ?? 0) / 100).toFixed(2);
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {};
  const every = count === 1 ? interval : `every ${count} ${interval}s`;
  const sign = price.currency === 'usd' ? '$' : `${price.currency.toUpperCase()} `;
  return `1 × ${productName(context, price)} (at ${sign}${amount} / ${every})`;
}

/** The full price of an item for a period; nothing during a trial. */
export function itemLine(
  context: Context,
  item: Stripe.SubscriptionItem,
  period: { start: number; end: number },
  isTrial: boolean,
): Stripe.InvoiceLineItem {
  const description = isTrial
    ? `Trial period for ${productName(context, item.price)}`
    : describePrice(context, item.price);
  return newLine({
    amount: isTrial ? 0 : (item.price.unit_amount ?? 0),
    description,
    period,
    item,
    isProration: false,
  });
}
