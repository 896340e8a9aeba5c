import type Stripe from 'stripe';
import { timeFor, type Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { addIntervals } from '../time/calendar.ts';
import { announce } from '../webhooks/announce.ts';
import { wholeList } from '../wire/page-of.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { declineOf } from '../customers/payment-methods.ts';
import { ANNOUNCE_TRIAL_END_SECONDS, announceTrialEnd } from './announce-trial-end.ts';
import { collectInvoice } from './collect.ts';
import { redeemCoupon } from './discounts.ts';
import { finalizeInvoice } from './finalize.ts';
import { itemLine } from './invoice-lines.ts';
import { makeInvoice } from './make-invoice.ts';
import { cardFor } from './pay.ts';
import { getRecurringPrice, newItem, rhythmOf } from './subscription-items.ts';

export type MissingPaymentMethod = 'cancel' | 'create_invoice' | 'pause';
type SubscriptionWish = {
  customer: Stripe.Customer;
  items: { price: string; quantity: number }[];
  coupons: string[];
  session: string | null;
  trialEnd: number | null;
  missingPaymentMethod: MissingPaymentMethod;
  defaultPaymentMethod: string | null;
  metadata: Record<string, string>;
  description: string | null;
  paymentBehavior: 'allow_incomplete' | 'error_if_incomplete' | 'default_incomplete';
};

function newSubscription(context: Context, wish: SubscriptionWish): Stripe.Subscription {
  const id = newId('sub');
  const now = timeFor(context, wish.customer);
  const prices = wish.items.map(({ price }, index) => getRecurringPrice(context, price, `items[${index}][price]`));
  const rhythm = rhythmOf(prices.map((price) => ({ price })));
  const isTrial = wish.trialEnd !== null && wish.trialEnd > now;
  const end = isTrial && wish.trialEnd !== null ? wish.trialEnd : addIntervals(now, rhythm, 1);
  const items = prices.map((price, index) =>
    newItem({
      subscription: id,
      price,
      quantity: wish.items[index]?.quantity ?? 1,
      created: now,
      period: { start: now, end },
    }),
  );
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: isTrial ? end : now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: prices[0]?.currency ?? 'usd',
    customer: wish.customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: wish.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: wish.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: wish.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: wish.session === null ? 'off' : 'on_subscription',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: isTrial ? 'trialing' : 'incomplete',
    test_clock: wish.customer.test_clock ?? null,
    transfer_data: null,
    trial_end: isTrial ? end : null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: wish.missingPaymentMethod },
    },
    trial_start: isTrial ? now : null,
  };
}

function current(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  return context.store.find('subscriptions', subscription.id) ?? subscription;
}

/** Starts a subscription and bills its first period, or a trial's nothing. */
export function createSubscription(context: Context, wish: SubscriptionWish): Stripe.Subscription {
  const made = context.store.put('subscriptions', newSubscription(context, wish));
  const discounts = wish.coupons.map((coupon) =>
    redeemCoupon(context, {
      coupon,
      customer: wish.customer.id,
      subscription: made.id,
      session: wish.session,
      param: 'discounts[0][coupon]',
    }),
  );
  const subscription = context.store.patch('subscriptions', made.id, { discounts: discounts.map(({ id }) => id) });
  const [item] = subscription.items.data;
  const period = { start: subscription.start_date, end: item?.current_period_end ?? subscription.start_date };
  const isTrial = subscription.status === 'trialing';
  const invoice = makeInvoice(context, {
    subscription,
    reason: 'subscription_create',
    lines: subscription.items.data.map((one) => itemLine(context, subscription, one, period, isTrial)),
    period: { start: subscription.start_date, end: subscription.start_date },
    finalizesAt: null,
    prorationDate: null,
  });
  announce(context, 'customer.subscription.created', current(context, subscription));
  if (isTrial && period.end - period.start <= ANNOUNCE_TRIAL_END_SECONDS)
    announceTrialEnd(context, current(context, subscription));
  if (wish.paymentBehavior === 'default_incomplete' && invoice.amount_due > 0) {
    finalizeInvoice(context, invoice);
    return current(context, subscription);
  }
  const card = cardFor(context, invoice);
  if (invoice.amount_due > 0 && !card)
    throw new StripeProblem(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting.',
      { code: 'resource_missing' },
    );
  const outcome = collectInvoice(context, invoice, card);
  if (!outcome.isPaid && wish.paymentBehavior === 'error_if_incomplete' && outcome.failure)
    throw declineOf(outcome.failure);
  return current(context, subscription);
}
