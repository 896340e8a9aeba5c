import type Stripe from 'stripe';
import { getPrice } from '../catalog/prices.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { announce, announceChange } from '../webhooks/announce.ts';

type Schedule = Stripe.SubscriptionSchedule;

/** The schedule that manages a subscription. */
export function scheduleOf(context: Context, subscription: Stripe.Subscription): Schedule | null {
  return context.store.find('subscriptionSchedules', idOf(subscription.schedule) ?? '') ?? null;
}

/** The subscription continues unchanged, without its schedule. */
export function releaseSchedule(context: Context, schedule: Schedule): Schedule {
  const id = idOf(schedule.subscription);
  const released = context.store.patch('subscriptionSchedules', schedule.id, {
    status: 'released',
    current_phase: null,
    released_at: context.time,
    released_subscription: id,
    subscription: null,
  });
  const subscription = context.store.find('subscriptions', id ?? '');
  if (subscription)
    announceChange(
      context,
      'customer.subscription.updated',
      subscription,
      context.store.patch('subscriptions', subscription.id, { schedule: null }),
    );
  announce(context, 'subscription_schedule.released', released);
  return released;
}

/** A canceled subscription ends its schedule too. */
export function cancelSchedule(context: Context, subscription: Stripe.Subscription): void {
  const schedule = scheduleOf(context, subscription);
  if (!schedule || schedule.status !== 'active') return;
  const canceled = context.store.patch('subscriptionSchedules', schedule.id, {
    status: 'canceled',
    current_phase: null,
    canceled_at: context.time,
  });
  announce(context, 'subscription_schedule.canceled', canceled);
}

/** Runs at the end of a period. Returns the price of the phase that begins then; null if none does. After the last phase it releases. */
export function enterNextPhase(context: Context, subscription: Stripe.Subscription, at: number): Stripe.Price | null {
  const schedule = scheduleOf(context, subscription);
  if (!schedule || schedule.status !== 'active') return null;
  const next = schedule.phases.find(({ start_date: start }) => start === at);
  if (!next) {
    if ((schedule.phases.at(-1)?.end_date ?? 0) <= at) releaseSchedule(context, schedule);
    return null;
  }
  const current = { start_date: next.start_date, end_date: next.end_date };
  const entered = context.store.patch('subscriptionSchedules', schedule.id, { current_phase: current });
  announce(context, 'subscription_schedule.updated', entered);
  return getPrice(context, idOf(next.items[0]?.price) ?? '');
}
