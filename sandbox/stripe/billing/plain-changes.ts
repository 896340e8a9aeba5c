import type Stripe from 'stripe';
import { getMethodOf } from '../customers/payment-methods.ts';
import { timeFor, type Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { mergeMetadata } from '../wire/params.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { redeemCoupon } from './discounts.ts';
import { periodOf } from './subscription-items.ts';
import type { UpdateParams } from './subscription-params.ts';

type Changes = Partial<Stripe.Subscription>;

function cancellation(context: Context, before: Stripe.Subscription, params: UpdateParams): Changes {
  const { cancel_at: at, cancel_at_period_end: atEnd, cancellation_details: details } = params;
  const now = timeFor(context, before.customer);
  const words = {
    comment: details?.comment ?? before.cancellation_details?.comment ?? null,
    feedback: details?.feedback ?? before.cancellation_details?.feedback ?? null,
    feedback_option: null,
  };
  const requested = { ...words, reason: 'cancellation_requested' as const };
  const { end } = periodOf(before);
  if (atEnd === true)
    return {
      cancel_at_period_end: true,
      cancel_at: end,
      canceled_at: before.canceled_at ?? now,
      cancellation_details: requested,
    };
  if (at !== undefined && at !== null) {
    const moment = typeof at === 'number' ? at : end;
    if (moment <= now) throw new StripeProblem('The cancel_at must be a time in the future.', { param: 'cancel_at' });
    return { cancel_at: moment, cancel_at_period_end: false, canceled_at: now, cancellation_details: requested };
  }
  if (atEnd === false || at === null)
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    };
  return details ? { cancellation_details: { ...words, reason: before.cancellation_details?.reason ?? null } } : {};
}

function discounts(context: Context, before: Stripe.Subscription, params: UpdateParams): Changes {
  if (params.discounts === undefined) return {};
  const kept = (params.discounts ?? []).map((one, index) => {
    if (one.discount) return one.discount;
    const param = `discounts[${index}][coupon]`;
    const customer = idOf(before.customer);
    return redeemCoupon(context, { coupon: one.coupon ?? '', customer, subscription: before.id, session: null, param })
      .id;
  });
  return { discounts: kept };
}

/** The part of an update that costs nothing by itself. */
export function plainChanges(context: Context, before: Stripe.Subscription, params: UpdateParams): Changes {
  const method = params.default_payment_method;
  if (method) getMethodOf(context, method, idOf(before.customer), 'default_payment_method');
  const missing = params.trial_settings?.end_behavior.missing_payment_method;
  return {
    ...cancellation(context, before, params),
    ...discounts(context, before, params),
    ...(method === undefined ? {} : { default_payment_method: method || null }),
    ...(params.description === undefined ? {} : { description: params.description }),
    ...(missing
      ? { trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing } } }
      : {}),
    metadata: mergeMetadata(before.metadata, params.metadata),
  };
}
