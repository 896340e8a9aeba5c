import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { announceChange } from '../webhooks/announce.ts';

/** Stores a change of a subscription and announces it. */
export function changeSubscription(
  context: Context,
  before: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const after = context.store.patch('subscriptions', before.id, changes);
  announceChange(context, 'customer.subscription.updated', before, after);
  return after;
}
