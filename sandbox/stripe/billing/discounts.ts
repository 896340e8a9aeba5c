import type Stripe from 'stripe';
import { getCoupon, getOpenCoupon } from '../catalogue/coupons.ts';
import { timeFor, type Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { announce } from '../webhooks/announce.ts';
import { roundCents } from './money.ts';

/** Redeems a coupon for a subscription. */
export function redeemCoupon(
  context: Context,
  options: { coupon: string; customer: string; subscription: string; session: string | null; param: string },
): Stripe.Discount {
  const coupon = getOpenCoupon(context, options.coupon, options.param);
  context.store.patch('coupons', coupon.id, { times_redeemed: coupon.times_redeemed + 1 });
  const discount = context.store.put('discounts', {
    id: newId('di'),
    object: 'discount',
    checkout_session: options.session,
    customer: options.customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: timeFor(context, options.customer),
    subscription: options.subscription,
    subscription_item: null,
  });
  announce(context, 'customer.discount.created', discount);
  return discount;
}

export function couponOf(context: Context, discount: Stripe.Discount): Stripe.Coupon {
  const id = idOf(discount.source.coupon) ?? '';
  return context.store.find('deletedCoupons', id) ?? getCoupon(context, id);
}

/** What a coupon takes off an amount. */
export function amountOff(coupon: Pick<Stripe.Coupon, 'percent_off' | 'amount_off'>, cents: number): number {
  if (cents <= 0) return 0;
  if (coupon.percent_off !== null) return Math.min(cents, roundCents((cents * coupon.percent_off) / 100));
  return Math.min(cents, coupon.amount_off ?? 0);
}

/** A discount off several amounts, shared out so that the parts add up to the whole and none is more than its amount. */
export function shareOut(off: number, amounts: number[]): number[] {
  const sum = amounts.reduce((total, amount) => total + Math.max(0, amount), 0);
  let [seen, given] = [0, 0];
  return amounts.map((amount) => {
    if (amount <= 0) return 0;
    // Rounding the running total, not each part, keeps every part within its amount.
    seen += amount;
    const part = roundCents((off * seen) / sum) - given;
    given += part;
    return part;
  });
}

/** A coupon of duration `once` is used up by the first invoice that it lowered; a trial's invoice over nothing does not use it. */
export function useUpDiscounts(context: Context, subscription: Stripe.Subscription, used: Set<string>): void {
  const kept = subscription.discounts.filter((one) => {
    const discount = context.store.find('discounts', idOf(one));
    return !discount || !used.has(discount.id) || couponOf(context, discount).duration !== 'once';
  });
  if (kept.length === subscription.discounts.length) return;
  for (const one of subscription.discounts) {
    if (kept.includes(one)) continue;
    const end = timeFor(context, subscription.customer);
    announce(context, 'customer.discount.deleted', context.store.patch('discounts', idOf(one), { end }));
  }
  context.store.patch('subscriptions', subscription.id, { discounts: kept });
}
