import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { pageOf } from '../wire/page-of.ts';
import { bool, int, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { getCoupon } from './coupons.ts';

const createSchema = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  active: bool.optional(),
  code: z
    .string()
    .regex(/^[A-Za-z\d-]{1,500}$/, 'Promotion codes may contain letters, digits and hyphens only.')
    .optional(),
  customer: text.optional(),
  expires_at: int.optional(),
  max_redemptions: int.refine((count) => count >= 1, 'This value must be greater than or equal to 1.').optional(),
  restrictions: z
    .strictObject({
      first_time_transaction: bool.optional(),
      minimum_amount: int.optional(),
      minimum_amount_currency: text.length(3).optional(),
    })
    .optional(),
});
const listSchema = z.strictObject({
  ...paging,
  active: bool.optional(),
  code: text.optional(),
  coupon: text.optional(),
});

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A code that has expired or was redeemed often enough says that it isn't active. */
function asOf(context: Context, code: Stripe.PromotionCode): Stripe.PromotionCode {
  const isExpired = code.expires_at !== null && code.expires_at <= context.time;
  const isUsedUp = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
  const isCouponGone = context.store.find('coupons', idOf(code.promotion.coupon) ?? '') === undefined;
  return { ...code, active: code.active && !isExpired && !isUsedUp && !isCouponGone };
}

function getPromotionCode(context: Context, id: string, param?: string): Stripe.PromotionCode {
  const code = context.store.find('promotionCodes', id);
  if (!code) throw noSuch('promotion code', id, param);
  return asOf(context, code);
}

function create(context: Context, params: z.output<typeof createSchema>): Stripe.PromotionCode {
  const coupon = getCoupon(context, params.promotion.coupon, 'promotion[coupon]');
  const code = params.code ?? newId('', 8).slice(1).toUpperCase();
  const isTaken = context.store
    .list('promotionCodes')
    .some((one) => isSame(one.code, code) && asOf(context, one).active);
  if (isTaken)
    throw new StripeProblem(`An active promotion code with \`code: ${code}\` already exists.`, {
      code: 'resource_already_exists',
      param: 'code',
    });
  const { restrictions = {} } = params;
  return context.store.put('promotionCodes', {
    id: newId('promo'),
    object: 'promotion_code',
    active: params.active ?? true,
    code,
    created: context.time,
    customer: params.customer ?? null,
    customer_account: null,
    expires_at: params.expires_at ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: {},
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: {
      first_time_transaction: restrictions.first_time_transaction ?? false,
      minimum_amount: restrictions.minimum_amount ?? null,
      minimum_amount_currency: restrictions.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  });
}

function checkCustomer(context: Context, code: Stripe.PromotionCode, customer: string | null): void {
  if (code.customer !== null && code.customer !== customer)
    throw new StripeProblem('This promotion code cannot be redeemed by this customer.');
  const hasPaid = context.store.list('charges').some((charge) => charge.paid && idOf(charge.customer) === customer);
  if (code.restrictions.first_time_transaction && hasPaid)
    throw new StripeProblem(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
    );
}

/** The coupon of a code that this customer may use for this amount. Throws Stripe's refusal. */
export function couponOfCode(
  context: Context,
  id: string,
  order: { customer: string | null; cents: number; product: string; param: string },
): Stripe.Coupon {
  const code = getPromotionCode(context, id, order.param);
  if (!code.active) throw new StripeProblem('This promotion code is inactive or has expired.', { param: order.param });
  const coupon = getCoupon(context, idOf(code.promotion.coupon) ?? '', order.param);
  checkCustomer(context, code, order.customer);
  if (order.cents < (code.restrictions.minimum_amount ?? 0))
    throw new StripeProblem('This promotion code cannot be redeemed because the minimum amount is not met.');
  if (coupon.applies_to && !coupon.applies_to.products.includes(order.product))
    throw new StripeProblem('This coupon cannot be redeemed because it does not apply to anything in this order.');
  return coupon;
}

export function countRedemption(context: Context, id: string): void {
  const code = context.store.find('promotionCodes', id);
  if (code) context.store.patch('promotionCodes', id, { times_redeemed: code.times_redeemed + 1 });
}

export const promotionCodeRoutes = [
  route('POST', 'promotion_codes', createSchema, create),
  route('GET', 'promotion_codes/:id', nothing, (context, _params, id = '') => getPromotionCode(context, id)),
  route('POST', 'promotion_codes/:id', z.strictObject({ active: bool }), (context, params, id = '') => {
    getPromotionCode(context, id);
    return asOf(context, context.store.patch('promotionCodes', id, { active: params.active }));
  }),
  route('GET', 'promotion_codes', listSchema, (context, params) => {
    const rows = context.store
      .list('promotionCodes')
      .map((one) => asOf(context, one))
      .filter(({ active }) => params.active === undefined || active === params.active)
      .filter(({ code }) => params.code === undefined || isSame(code, params.code))
      .filter(({ promotion }) => params.coupon === undefined || promotion.coupon === params.coupon);
    return pageOf(rows, params, '/v1/promotion_codes');
  }),
];
