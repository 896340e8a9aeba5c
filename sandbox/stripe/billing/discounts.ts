import type Stripe from 'stripe';
import { getCoupon } from '../catalog/coupons.ts';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { addIntervals } from '../time/calendar.ts';
import { countRedemption } from '../catalog/promotion-codes.ts';
import { announce } from '../webhooks/announce.ts';
import { roundCents } from './money.ts';
import { nulls } from '../state/nulls.ts';

const addMonths = (time: number, months: number) =>
  addIntervals(time, { interval: 'month', interval_count: months }, 1);

/** Redeems a coupon for a subscription. */
export function redeemCoupon(
  context: Context,
  options: {
    coupon: string;
    promotionCode: string | null;
    customer: string;
    subscription: string;
    session: string | null;
    param: string;
  },
): Stripe.Discount {
  const coupon = getCoupon(context, options.coupon, options.param);
  context.store.patch('coupons', coupon.id, { times_redeemed: coupon.times_redeemed + 1 });
  const discount = context.store.put('discounts', {
    id: newId('di'),
    object: 'discount',
    checkout_session: options.session,
    customer: options.customer,
    end: coupon.duration_in_months === null ? null : addMonths(context.time, coupon.duration_in_months),
    promotion_code: options.promotionCode,
    source: { coupon: coupon.id, type: 'coupon' },
    start: context.time,
    subscription: options.subscription,
    ...nulls('customer_account invoice invoice_item subscription_item'),
  });
  if (options.promotionCode !== null) countRedemption(context, options.promotionCode);
  announce(context, 'customer.discount.created', discount);
  return discount;
}

export function couponOf(context: Context, discount: Stripe.Discount): Stripe.Coupon {
  const id = idOf(discount.source.coupon) ?? '';
  return context.store.find('deletedCoupons', id) ?? getCoupon(context, id);
}

/** What a coupon takes off an amount. */
export function amountOff(coupon: Partial<Pick<Stripe.Coupon, 'amount_off' | 'percent_off'>>, cents: number): number {
  const whole = Math.max(0, cents);
  return Math.min(whole, coupon.amount_off ?? roundCents((whole * (coupon.percent_off ?? 0)) / 100));
}

/** What the discounts that outlast the first invoice take off an amount. */
export function lastingOff(context: Context, subscription: Stripe.Subscription, cents: number): number {
  let left = cents;
  for (const one of subscription.discounts) {
    const discount = context.store.find('discounts', idOf(one));
    if (!discount || isOver(discount, context.time)) continue;
    const coupon = couponOf(context, discount);
    if (coupon.duration !== 'once') left -= amountOff(coupon, left);
  }
  return cents - left;
}

/** A coupon for some months ends with them. */
const isOver = (discount: Stripe.Discount, time: number) => discount.end !== null && discount.end <= time;

/** Spreads a discount over several amounts, so that the parts add up to the whole and none exceeds its amount. */
export function allocateDiscount(off: number, amounts: number[]): number[] {
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

/**
 * A coupon of duration `once` is used up by the first invoice that it reduces; a trial's $0 invoice does not use it. One for some months is
 * dropped when they are over.
 */
export function useUpDiscounts(context: Context, subscription: Stripe.Subscription, used: Set<string>): void {
  const kept = subscription.discounts.filter((one) => {
    const discount = context.store.find('discounts', idOf(one));
    if (!discount) return true;
    const isUsedUp = used.has(discount.id) && couponOf(context, discount).duration === 'once';
    return !isUsedUp && !isOver(discount, context.time);
  });
  if (kept.length === subscription.discounts.length) return;
  for (const one of subscription.discounts) {
    if (kept.includes(one)) continue;
    const end = context.time;
    announce(context, 'customer.discount.deleted', context.store.patch('discounts', idOf(one), { end }));
  }
  context.store.patch('subscriptions', subscription.id, { discounts: kept });
}
