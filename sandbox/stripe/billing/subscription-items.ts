import type Stripe from 'stripe';
import { getPrice } from '../catalog/prices.ts';
import type { Context } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import type { BillingInterval } from '../time/calendar.ts';

/** The legacy object from before prices existed. Stripe still sends it, and nobody reads it. */
const planOf = ({ id }: Stripe.Price) => ({ id, object: 'plan' }) as Stripe.Plan; // reason: its other fields repeat the price

/** A price that a subscription can be on. */
export function getRecurringPrice(context: Context, id: string, param: string): Stripe.Price {
  const price = getPrice(context, id, param);
  if (!price.active)
    throw new StripeProblem(`The price specified is inactive. This field only accepts active prices.`, {
      code: 'price_inactive',
      param,
    });
  return price;
}

export function newItem(options: {
  subscription: string;
  price: Stripe.Price;
  created: number;
  period: { start: number; end: number };
}): Stripe.SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: options.created,
    current_period_end: options.period.end,
    current_period_start: options.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(options.price),
    price: options.price,
    quantity: 1,
    subscription: options.subscription,
    tax_rates: [],
  };
}

export function withPrice(item: Stripe.SubscriptionItem, price: Stripe.Price): Stripe.SubscriptionItem {
  return { ...item, price, plan: planOf(price) };
}

/** The only item of a subscription. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`the subscription ${subscription.id} has no item`);
  return item;
}

export function itemsWith(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem) {
  return { ...subscription.items, data: [item] };
}

/** How often a price recurs. */
export function billingIntervalOf({ recurring }: Stripe.Price): BillingInterval {
  return { interval: recurring?.interval ?? 'month', interval_count: recurring?.interval_count ?? 1 };
}

/** The current billing period of a subscription. */
export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  return { start, end };
}
