import type Stripe from 'stripe';
import { z } from 'zod';
import { getCustomer } from '../customers/get-customer.ts';
import { getMethodOf } from '../customers/payment-methods.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { pageOf } from '../wire/page-of.ts';
import { mergeMetadata, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { cancelNow, ENDED } from './cancel.ts';
import { changeSubscription } from './change-subscription.ts';
import { createSubscription } from './create-subscription.ts';
import { plainChanges } from './plain-changes.ts';
import { createParams, updateParams, type UpdateParams } from './subscription-params.ts';
import { updateSubscription } from './update-subscription.ts';

export function getSubscription(context: Context, id: string, param?: string): Stripe.Subscription {
  const subscription = context.store.find('subscriptions', id);
  if (!subscription) throw noSuch('subscription', id, param);
  return subscription;
}

function create(context: Context, params: z.output<typeof createParams>): Stripe.Subscription {
  const customer = getCustomer(context, params.customer, 'customer');
  const method = params.default_payment_method;
  if (method) getMethodOf(context, method, customer.id, 'default_payment_method');
  if (params.trial_end !== undefined && params.trial_end <= context.time)
    throw new StripeProblem('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  return createSubscription(context, {
    customer,
    price: params.items[0]?.price ?? '',
    coupons: (params.discounts ?? []).map(({ coupon }) => ({ coupon, promotionCode: null })),
    session: null,
    trialEnd: params.trial_end ?? null,
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    defaultPaymentMethod: method ?? null,
    metadata: mergeMetadata({}, params.metadata),
    isTaxed: params.automatic_tax?.enabled ?? false,
  });
}

/** An update with the given parameters; the portal's pages use it too. */
export function applyUpdate(context: Context, id: string, params: UpdateParams): Stripe.Subscription {
  const before = getSubscription(context, id);
  if (ENDED.includes(before.status)) {
    const { metadata: _metadata, ...rest } = params;
    if (Object.keys(rest).length === 0)
      return changeSubscription(context, before, plainChanges(context, before, params));
    throw new StripeProblem('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const cancels = params.cancel_at_period_end !== undefined || params.cancel_at !== undefined;
  if (before.schedule && cancels)
    throw new StripeProblem(
      `The subscription is managed by the subscription schedule \`${idOf(before.schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  return updateSubscription(context, before, params);
}

const cancelParams = z.strictObject({
  invoice_now: z.literal('false').optional(),
  prorate: z.literal('false').optional(),
});

const listParams = z.strictObject({
  ...paging,
  customer: text.optional(),
  status: z.enum(['all', 'canceled']).optional(),
});

function hasStatus(subscription: Stripe.Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  return (subscription.status === 'canceled') === (wanted === 'canceled');
}

export const subscriptionRoutes = [
  route('POST', 'subscriptions', createParams, create),
  route('GET', 'subscriptions/:id', nothing, (context, _params, id = '') => getSubscription(context, id)),
  route('POST', 'subscriptions/:id', updateParams, (context, params, id = '') => applyUpdate(context, id, params)),
  route('DELETE', 'subscriptions/:id', cancelParams, (context, _params, id = '') => {
    const subscription = getSubscription(context, id);
    if (ENDED.includes(subscription.status)) throw noSuch('subscription', id);
    return cancelNow(context, subscription, 'cancellation_requested');
  }),
  route('GET', 'subscriptions', listParams, (context, params) => {
    const rows = context.store
      .list('subscriptions')
      .filter((subscription) => params.customer === undefined || idOf(subscription.customer) === params.customer)
      .filter((subscription) => hasStatus(subscription, params.status));
    return pageOf(rows, params, '/v1/subscriptions');
  }),
];
