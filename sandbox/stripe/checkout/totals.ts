import type Stripe from 'stripe';
import { getPrice } from '../catalog/prices.ts';
import { amountOff } from '../billing/discounts.ts';
import { taxOn } from '../billing/money.ts';
import type { Context } from '../state/context.ts';

type Coupon = Pick<Stripe.Coupon, 'amount_off' | 'percent_off' | 'duration'>;
export type Totals = {
  /** The price of a period without the discount. */
  regular: number;
  /** The amount of the first invoice for a full period. */
  firstBill: number;
  /** The amount of the bills after that, or after the coupon's months. */
  laterBill: number;
  discount: number;
  /** The tax on the first invoice. */
  tax: number;
  /** What is charged when the session is completed: nothing during a trial. */
  dueToday: number;
  currency: string;
};

/** What a session costs, now and later. */
export function totalsOf(
  context: Context,
  order: { price: string; coupon: Coupon | null; isTrial: boolean; isTaxed: boolean },
): Totals {
  const price = getPrice(context, order.price, 'line_items[0][price]');
  const regular = price.unit_amount ?? 0;
  const discount = order.coupon ? amountOff(order.coupon, regular) : 0;
  const firstBill = regular - discount;
  const tax = order.isTaxed ? taxOn(firstBill) : 0;
  return {
    regular,
    firstBill,
    laterBill: order.coupon?.duration === 'forever' ? firstBill : regular,
    discount,
    tax,
    dueToday: order.isTrial ? 0 : firstBill + tax,
    currency: price.currency,
  };
}
