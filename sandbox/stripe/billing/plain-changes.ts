import type Stripe from 'stripe';
import { getMethodOf } from '../customers/payment-methods.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { mergeMetadata } from '../wire/params.ts';
import { redeemCoupon } from './discounts.ts';
import { periodOf } from './subscription-items.ts';
import type { UpdateParams } from './subscription-params.ts';

type Changes = Partial<Stripe.Subscription>;

function cancellation(context: Context, before: Stripe.Subscription, params: UpdateParams): Changes {
  const { cancel_at: at, cancel_at_period_end: atEnd } = params;
  const details = { comment: null, feedback: null, feedback_option: null };
  if (atEnd === true)
    return {
      cancel_at_period_end: true,
      cancel_at: periodOf(before).end,
      canceled_at: before.canceled_at ?? context.time,
      cancellation_details: { ...details, reason: 'cancellation_requested' },
    };
  if (atEnd === undefined && at === undefined) return {};
  return {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { ...details, reason: null },
  };
}

/** The part of an update that has no cost of its own. */
export function plainChanges(context: Context, before: Stripe.Subscription, params: UpdateParams): Changes {
  const { default_payment_method: method, discounts } = params;
  const customer = idOf(before.customer);
  if (method) getMethodOf(context, method, customer, 'default_payment_method');
  const redeem = ({ coupon }: { coupon: string }, index: number) =>
    redeemCoupon(context, {
      coupon,
      promotionCode: null,
      customer,
      subscription: before.id,
      session: null,
      param: `discounts[${index}][coupon]`,
    }).id;
  return {
    ...cancellation(context, before, params),
    ...(discounts === undefined ? {} : { discounts: (discounts ?? []).map(redeem) }),
    ...(method === undefined ? {} : { default_payment_method: method || null }),
    metadata: mergeMetadata(before.metadata, params.metadata),
  };
}
