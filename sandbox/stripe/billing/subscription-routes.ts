import type Stripe from 'stripe';
import { z } from 'zod';
import { getCustomer } from '../customers/get-customer.ts';
import { getMethodOf } from '../customers/payment-methods.ts';
import { timeFor, type Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { isCreatedIn, pageOf } from '../wire/page-of.ts';
import { bool, created, mergeMetadata, nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { cancelNow, ENDED } from './cancel.ts';
import { changeSubscription } from './change-subscription.ts';
import { collectInvoice } from './collect.ts';
import { createSubscription } from './create-subscription.ts';
import { makeInvoice } from './make-invoice.ts';
import { pendingItems } from './pending.ts';
import { plainChanges } from './plain-changes.ts';
import { creditRest } from './prorate.ts';
import { periodOf } from './subscription-items.ts';
import { createParams, updateParams, type UpdateParams } from './subscription-params.ts';
import { updateSubscription } from './update-subscription.ts';

const DAY_SECONDS = 86_400;

export function getSubscription(context: Context, id: string, param?: string): Stripe.Subscription {
  const subscription = context.store.find('subscriptions', id);
  if (!subscription) throw noSuch('subscription', id, param);
  return subscription;
}

function create(context: Context, params: z.output<typeof createParams>): Stripe.Subscription {
  const customer = getCustomer(context, params.customer, 'customer');
  const method = params.default_payment_method;
  if (method) getMethodOf(context, method, customer.id, 'default_payment_method');
  const now = timeFor(context, customer);
  const days = params.trial_period_days;
  if (typeof params.trial_end === 'number' && params.trial_end <= now)
    throw new StripeProblem('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  const trialEnd = typeof params.trial_end === 'number' ? params.trial_end : days ? now + days * DAY_SECONDS : null;
  return createSubscription(context, {
    customer,
    items: params.items.map(({ price, quantity = 1 }) => ({ price, quantity })),
    coupons: (params.discounts ?? []).map(({ coupon }) => coupon ?? ''),
    session: null,
    trialEnd,
    missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    defaultPaymentMethod: method ?? null,
    metadata: mergeMetadata({}, params.metadata),
    description: params.description ?? null,
    paymentBehavior: params.payment_behavior ?? 'allow_incomplete',
  });
}

/** An update as its parameters ask for it; the portal's pages go the same way. */
export function applyUpdate(context: Context, id: string, params: UpdateParams): Stripe.Subscription {
  const before = getSubscription(context, id);
  if (ENDED.includes(before.status)) {
    const { metadata: _metadata, cancellation_details: _details, ...rest } = params;
    if (Object.keys(rest).length === 0)
      return changeSubscription(context, before, plainChanges(context, before, params));
    throw new StripeProblem('A canceled subscription can only update its cancellation_details and metadata.');
  }
  return updateSubscription(context, before, {
    items: params.items ?? [],
    prorationBehavior: params.proration_behavior ?? 'create_prorations',
    prorationDate: params.proration_date ?? null,
    isAnchorNow: params.billing_cycle_anchor?.type === 'now',
    trialEnd: params.trial_end ?? null,
    paymentBehavior: params.payment_behavior ?? 'allow_incomplete',
    plain: plainChanges(context, before, params),
  });
}

const cancelParams = z.strictObject({
  invoice_now: bool.optional(),
  prorate: bool.optional(),
  cancellation_details: z.strictObject({ comment: text.optional(), feedback: text.optional() }).optional(),
});

/** Ends a subscription now. With `prorate` the rest of the period is given back, with `invoice_now` by an invoice at once. */
export function cancelByRequest(context: Context, id: string, params: z.output<typeof cancelParams>) {
  const subscription = getSubscription(context, id);
  if (ENDED.includes(subscription.status)) throw noSuch('subscription', id);
  const now = timeFor(context, subscription.customer);
  if (params.prorate) for (const item of subscription.items.data) creditRest(context, subscription, item, now);
  if (params.invoice_now && pendingItems(context, id).length > 0) {
    const period = periodOf(subscription);
    const wish = { reason: 'subscription_update', lines: [], period, finalizesAt: null, prorationDate: now };
    collectInvoice(context, makeInvoice(context, { ...wish, subscription }));
  }
  const current = getSubscription(context, id);
  return cancelNow(context, current, { reason: 'cancellation_requested', ...params.cancellation_details });
}

const listParams = z.strictObject({
  ...paging,
  created,
  customer: text.optional(),
  price: text.optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
  test_clock: text.optional(),
});

function hasStatus(subscription: Stripe.Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === undefined) return subscription.status !== 'canceled';
  return wanted === 'ended' ? ENDED.includes(subscription.status) : subscription.status === wanted;
}

export const subscriptionRoutes = [
  route('POST', 'subscriptions', createParams, create),
  route('GET', 'subscriptions/:id', nothing, (context, _params, id = '') => getSubscription(context, id)),
  route('POST', 'subscriptions/:id', updateParams, (context, params, id = '') => applyUpdate(context, id, params)),
  route('DELETE', 'subscriptions/:id', cancelParams, (context, params, id = '') =>
    cancelByRequest(context, id, params),
  ),
  route('GET', 'subscriptions', listParams, (context, params) => {
    const rows = context.store
      .list('subscriptions')
      .filter((subscription) => params.customer === undefined || idOf(subscription.customer) === params.customer)
      .filter((subscription) => hasStatus(subscription, params.status))
      .filter(({ items }) => params.price === undefined || items.data.some((item) => item.price.id === params.price))
      .filter((subscription) => !params.test_clock || idOf(subscription.test_clock) === params.test_clock)
      .filter((subscription) => isCreatedIn(subscription.created, params.created));
    return pageOf(rows, params, '/v1/subscriptions');
  }),
];
