import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { addIntervals } from '../time/calendar.ts';
import { announce } from '../webhooks/announce.ts';
import { wholeList } from '../wire/page-of.ts';
import { collectInvoice } from './collect.ts';
import { redeemCoupon } from './discounts.ts';
import { itemLine } from './invoice-lines.ts';
import { makeInvoice } from './make-invoice.ts';
import { getRecurringPrice, itemOf, newItem, periodOf, billingIntervalOf } from './subscription-items.ts';
import { nulls } from '../state/nulls.ts';

export type MissingPaymentMethod = 'cancel' | 'create_invoice';
type SubscriptionOptions = {
  customer: Stripe.Customer;
  price: string;
  coupons: { coupon: string; promotionCode: string | null }[];
  session: string | null;
  trialEnd: number | null;
  missingPaymentMethod: MissingPaymentMethod;
  defaultPaymentMethod: string | null;
  metadata: Record<string, string>;
  isTaxed: boolean;
};

function newSubscription(context: Context, options: SubscriptionOptions): Stripe.Subscription {
  const id = newId('sub');
  const now = context.time;
  const price = getRecurringPrice(context, options.price, 'items[0][price]');
  const isTrial = options.trialEnd !== null && options.trialEnd > now;
  const end = isTrial && options.trialEnd !== null ? options.trialEnd : addIntervals(now, billingIntervalOf(price), 1);
  const item = newItem({ subscription: id, price, created: now, period: { start: now, end } });
  return {
    id,
    object: 'subscription',
    automatic_tax: {
      disabled_reason: null,
      enabled: options.isTaxed,
      liability: options.isTaxed ? { type: 'self' } : null,
    },
    billing_cycle_anchor: isTrial ? end : now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: options.customer.id,
    default_payment_method: options.defaultPaymentMethod,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList([item], `/v1/subscription_items?subscription=${id}`),
    livemode: false,
    metadata: options.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: options.session === null ? 'off' : 'on_subscription',
    },
    start_date: now,
    status: isTrial ? 'trialing' : 'incomplete',
    test_clock: options.customer.test_clock ?? null,
    trial_end: isTrial ? end : null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: options.missingPaymentMethod },
    },
    trial_start: isTrial ? now : null,
    ...nulls('application application_fee_percent billing_cycle_anchor_config billing_thresholds'),
    ...nulls('cancel_at canceled_at customer_account days_until_due default_source description'),
    ...nulls('ended_at latest_invoice managed_payments next_pending_invoice_item_invoice'),
    ...nulls('on_behalf_of pause_collection pending_invoice_item_interval pending_setup_intent'),
    ...nulls('pending_update schedule transfer_data'),
  };
}

function current(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  return context.store.find('subscriptions', subscription.id) ?? subscription;
}

/** Starts a subscription and bills its first period, or $0 for a trial. */
export function createSubscription(context: Context, options: SubscriptionOptions): Stripe.Subscription {
  const made = context.store.put('subscriptions', newSubscription(context, options));
  const discounts = options.coupons.map(({ coupon, promotionCode }) =>
    redeemCoupon(context, {
      coupon,
      promotionCode,
      customer: options.customer.id,
      subscription: made.id,
      session: options.session,
      param: 'discounts[0][coupon]',
    }),
  );
  const subscription = context.store.patch('subscriptions', made.id, { discounts: discounts.map(({ id }) => id) });
  const period = periodOf(subscription);
  const isTrial = subscription.status === 'trialing';
  const invoice = makeInvoice(context, {
    subscription,
    reason: 'subscription_create',
    lines: [itemLine(context, itemOf(subscription), period, isTrial)],
    period: { start: subscription.start_date, end: subscription.start_date },
    finalizesAt: null,
    prorationDate: null,
  });
  announce(context, 'customer.subscription.created', current(context, subscription));
  collectInvoice(context, invoice);
  return current(context, subscription);
}
