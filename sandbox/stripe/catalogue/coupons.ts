import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';
import { isCreatedIn, pageOf } from '../wire/page-of.ts';
import { created, decimal, int, mergeMetadata, metadata, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { StripeProblem, missingParam, noSuch } from '../wire/stripe-problem.ts';

const createSchema = z.strictObject({
  id: text.max(200).optional(),
  amount_off: int.refine((amount) => amount > 0, 'This value must be greater than or equal to 1.').optional(),
  currency: text.length(3).optional(),
  duration: z.enum(['once', 'forever']).optional(),
  max_redemptions: int.refine((count) => count >= 1, 'This value must be greater than or equal to 1.').optional(),
  metadata,
  name: text.max(40).optional(),
  percent_off: decimal.refine((percent) => percent > 0 && percent <= 100, 'Invalid percent_off').optional(),
  redeem_by: int.optional(),
});

function isOpen(context: Context, coupon: Stripe.Coupon): boolean {
  if (coupon.redeem_by !== null && coupon.redeem_by <= context.time) return false;
  return coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions;
}

export function getCoupon(context: Context, id: string, param?: string): Stripe.Coupon {
  const coupon = context.store.find('coupons', id);
  if (!coupon) throw noSuch('coupon', id, param);
  return { ...coupon, valid: isOpen(context, coupon) };
}

/** A coupon that may still be used. */
export function getOpenCoupon(context: Context, id: string, param: string): Stripe.Coupon {
  const coupon = getCoupon(context, id, param);
  if (!coupon.valid) throw new StripeProblem(`Coupon expired: ${id}`, { code: 'coupon_expired', param });
  return coupon;
}

function newCoupon(context: Context, params: z.output<typeof createSchema>): Stripe.Coupon {
  return {
    id: params.id ?? newId('coupon', 8).slice('coupon_'.length),
    object: 'coupon',
    amount_off: params.amount_off ?? null,
    created: context.time,
    currency: params.currency?.toLowerCase() ?? null,
    duration: params.duration ?? 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergeMetadata({}, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
}

export const couponRoutes = [
  route('POST', 'coupons', createSchema, (context, params) => {
    if (params.percent_off === undefined && params.amount_off === undefined) throw missingParam('percent_off');
    if (params.percent_off !== undefined && params.amount_off !== undefined)
      throw new StripeProblem('You may only specify one of these parameters: percent_off, amount_off.', {
        code: 'parameters_exclusive',
        param: 'percent_off',
      });
    if (params.amount_off !== undefined && !params.currency) throw missingParam('currency');
    if (params.id && context.store.find('coupons', params.id))
      throw new StripeProblem('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
    const coupon = context.store.put('coupons', newCoupon(context, params));
    announce(context, 'coupon.created', coupon);
    return coupon;
  }),
  route('GET', 'coupons/:id', z.strictObject({}), (context, _params, id = '') => getCoupon(context, id)),
  route(
    'POST',
    'coupons/:id',
    z.strictObject({ metadata, name: text.max(40).optional() }),
    (context, params, id = '') => {
      const before = getCoupon(context, id);
      const coupon = context.store.patch('coupons', id, {
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
        name: params.name ?? before.name,
      });
      announceChange(context, 'coupon.updated', before, coupon);
      return coupon;
    },
  ),
  route('DELETE', 'coupons/:id', z.strictObject({}), (context, _params, id = ''): Stripe.DeletedCoupon => {
    const coupon = getCoupon(context, id);
    announce(context, 'coupon.deleted', coupon);
    context.store.remove('coupons', id);
    context.store.put('deletedCoupons', coupon);
    return { id, object: 'coupon', deleted: true };
  }),
  route('GET', 'coupons', z.strictObject({ ...paging, created }), (context, params) => {
    const rows = context.store.list('coupons').filter((coupon) => isCreatedIn(coupon.created, params.created));
    return pageOf(
      rows.map((coupon) => getCoupon(context, coupon.id)),
      params,
      '/v1/coupons',
    );
  }),
];
