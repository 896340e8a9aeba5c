import type Stripe from 'stripe';
import { getPrice } from '../catalogue/prices.ts';
import { amountOff, shareOut } from '../billing/discounts.ts';
import { describePrice } from '../billing/invoice-lines.ts';
import type { Context } from '../state/context.ts';
import type { SessionNote } from '../state/tables.ts';

type Coupon = Pick<Stripe.Coupon, 'percent_off' | 'amount_off'>;
export type Totals = {
  /** What a period costs without the discount. */
  regular: number;
  /** What the first bill over a full period comes to. */
  firstBill: number;
  discount: number;
  /** What is charged the moment the session is completed: nothing in a trial. */
  dueToday: number;
  currency: string;
};

/** What a session costs, now and later. */
export function totalsOf(
  context: Context,
  wish: { items: SessionNote['items']; coupon: Coupon | null; isTrial: boolean },
): Totals {
  const prices = wish.items.map(({ price }) => getPrice(context, price, 'line_items[0][price]'));
  const regular = prices.reduce(
    (sum, price, index) => sum + (price.unit_amount ?? 0) * (wish.items[index]?.quantity ?? 1),
    0,
  );
  const discount = wish.coupon ? amountOff(wish.coupon, regular) : 0;
  const firstBill = regular - discount;
  return {
    regular,
    firstBill,
    discount,
    dueToday: wish.isTrial ? 0 : firstBill,
    currency: prices[0]?.currency ?? 'usd',
  };
}

/** The session's items as `expand: ['line_items']` shows them. */
export function lineItemsOf(context: Context, note: SessionNote): Stripe.LineItem[] {
  const coupon = note.coupon ? (context.store.find('coupons', note.coupon) ?? null) : null;
  const isTrial = note.trialEnd !== null;
  const prices = note.items.map(({ price }) => getPrice(context, price));
  const amounts = prices.map((price, index) =>
    isTrial ? 0 : (price.unit_amount ?? 0) * (note.items[index]?.quantity ?? 1),
  );
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  const parts = shareOut(coupon ? amountOff(coupon, whole) : 0, amounts);
  return prices.map((price, index) => {
    const amount = amounts[index] ?? 0;
    const off = parts[index] ?? 0;
    const quantity = note.items[index]?.quantity ?? 1;
    return {
      id: `li_${note.id.slice(-20)}${index}`,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount - off,
      currency: price.currency,
      description: describePrice(context, price, quantity),
      metadata: {},
      price,
      quantity,
    };
  });
}
