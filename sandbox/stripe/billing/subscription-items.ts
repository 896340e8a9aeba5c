import type Stripe from 'stripe';
import { getPrice } from '../catalogue/prices.ts';
import type { Context } from '../state/context.ts';
import { idOf, newId } from '../state/ids.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import type { Rhythm } from '../time/calendar.ts';

/** The price as subscriptions showed it before prices existed; Stripe still sends it along. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

/** A price that a subscription can be on. */
export function getRecurringPrice(context: Context, id: string, param: string): Stripe.Price {
  const price = getPrice(context, id, param);
  if (!price.active)
    throw new StripeProblem(`The price specified is inactive. This field only accepts active prices.`, {
      code: 'price_inactive',
      param,
    });
  if (!price.recurring)
    throw new StripeProblem(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param },
    );
  return price;
}

export function newItem(wish: {
  subscription: string;
  price: Stripe.Price;
  quantity: number;
  created: number;
  period: { start: number; end: number };
}): Stripe.SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: wish.created,
    current_period_end: wish.period.end,
    current_period_start: wish.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(wish.price),
    price: wish.price,
    quantity: wish.quantity,
    subscription: wish.subscription,
    tax_rates: [],
  };
}

export function withPrice(item: Stripe.SubscriptionItem, price: Stripe.Price): Stripe.SubscriptionItem {
  return { ...item, price, plan: planOf(price) };
}

export function withPeriod(items: Stripe.SubscriptionItem[], period: { start: number; end: number }) {
  return items.map((item) => ({ ...item, current_period_start: period.start, current_period_end: period.end }));
}

/** How often all items of a subscription recur. The sandbox keeps them together, as the classic billing mode does. */
export function rhythmOf(items: Pick<Stripe.SubscriptionItem, 'price'>[]): Rhythm {
  const [first, ...rest] = items.map(({ price }) => price);
  if (!first?.recurring)
    throw new StripeProblem('A subscription must have at least one active plan.', { param: 'items' });
  for (const { recurring, currency } of rest)
    if (
      recurring?.interval !== first.recurring.interval ||
      recurring.interval_count !== first.recurring.interval_count ||
      currency !== first.currency
    )
      throw new StripeProblem(
        'Currency and interval fields must match across all plans on this subscription. Found mismatch in interval field.',
        { param: 'items' },
      );
  return { interval: first.recurring.interval, interval_count: first.recurring.interval_count };
}

/** The billing period that all items of a subscription are in. */
export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const [item] = subscription.items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}
