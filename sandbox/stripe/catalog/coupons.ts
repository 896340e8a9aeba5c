import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { pageOf } from '../wire/page-of.ts';
import { newId } from '../state/ids.ts';
import { int, list, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { StripeProblem, noSuch } from '../wire/stripe-problem.ts';
import { nulls } from '../state/nulls.ts';

const percent = z
  .string()
  .regex(/^\d{1,3}(?:\.\d{1,2})?$/, 'Invalid decimal')
  .transform(Number)
  .refine((rate) => rate > 0 && rate <= 100, 'This value must be greater than 0 and less than or equal to 100.');
const createSchema = z
  .strictObject({
    id: text.max(200).optional(),
    amount_off: int.refine((amount) => amount > 0, 'This value must be greater than or equal to 1.').optional(),
    applies_to: z.strictObject({ products: list(text) }).optional(),
    percent_off: percent.optional(),
    currency: text.length(3).optional(),
    duration: z.enum(['once', 'forever', 'repeating']).default('once'),
    duration_in_months: int.refine((months) => months > 0, 'This value must be greater than or equal to 1.').optional(),
    name: text.max(40).optional(),
  })
  .refine(({ amount_off: off, percent_off: rate }) => (off === undefined) !== (rate === undefined), {
    error: 'You must pass exactly one of `percent_off` or `amount_off`.',
  })
  .refine(({ amount_off: off, currency }) => off === undefined || currency !== undefined, {
    path: ['currency'],
    error: 'You must pass currency when passing amount_off.',
  })
  .refine(({ duration, duration_in_months: months }) => (duration === 'repeating') === (months !== undefined), {
    path: ['duration_in_months'],
    error: 'You must pass `duration_in_months` if and only if `duration` is `repeating`.',
  });

export function getCoupon(context: Context, id: string, param?: string): Stripe.Coupon {
  const coupon = context.store.find('coupons', id);
  if (!coupon) throw noSuch('coupon', id, param);
  return coupon;
}

export const couponRoutes = [
  route('POST', 'coupons', createSchema, (context, params): Stripe.Coupon => {
    const id = params.id ?? newId('coupon', 8);
    if (context.store.find('coupons', id))
      throw new StripeProblem('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
    return context.store.put('coupons', {
      id,
      object: 'coupon',
      amount_off: params.amount_off ?? null,
      ...(params.applies_to ? { applies_to: params.applies_to } : {}),
      created: context.time,
      currency: params.currency?.toLowerCase() ?? null,
      duration: params.duration,
      duration_in_months: params.duration_in_months ?? null,
      livemode: false,
      metadata: {},
      name: params.name ?? null,
      percent_off: params.percent_off ?? null,
      times_redeemed: 0,
      valid: true,
      ...nulls('max_redemptions redeem_by'),
    });
  }),
  route('GET', 'coupons/:id', nothing, (context, _params, id = '') => getCoupon(context, id)),
  route('DELETE', 'coupons/:id', nothing, (context, _params, id = ''): Stripe.DeletedCoupon => {
    const coupon = getCoupon(context, id);
    context.store.remove('coupons', id);
    context.store.put('deletedCoupons', coupon);
    return { id, object: 'coupon', deleted: true };
  }),
  route('GET', 'coupons', z.strictObject(paging), (context, params) =>
    pageOf(context.store.list('coupons'), params, '/v1/coupons'),
  ),
];
