import type Stripe from 'stripe';
import { getCoupon } from '../catalog/coupons.ts';
import { getPrice } from '../catalog/prices.ts';
import { couponOfCode } from '../catalog/promotion-codes.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';

export type Applied = { coupon: Stripe.Coupon | null; promotionCode: string | null };
type Given = { coupon: string } | { promotion_code: string };

/** What a purchase's only discount is. Throws Stripe's refusal if a code can't be used for it. */
export function discountOf(
  context: Context,
  given: Given | undefined,
  order: { customer: string | null; price: string },
): Applied {
  if (!given) return { coupon: null, promotionCode: null };
  if ('coupon' in given)
    return { coupon: getCoupon(context, given.coupon, 'discounts[0][coupon]'), promotionCode: null };
  const price = getPrice(context, order.price);
  const coupon = couponOfCode(context, given.promotion_code, {
    customer: order.customer,
    cents: price.unit_amount ?? 0,
    product: idOf(price.product) ?? '',
    param: 'discounts[0][promotion_code]',
  });
  return { coupon, promotionCode: given.promotion_code };
}
