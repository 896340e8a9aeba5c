import type Stripe from 'stripe';
import { createPreview } from '../billing/preview.ts';
import { applyUpdate } from '../billing/subscription-routes.ts';
import type { Context } from '../state/context.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import type { Portal } from './open-portal.ts';

/** The prices a person may choose, as the configuration lists them. */
export function offeredPrices(context: Context, portal: Portal): Stripe.Price[] {
  const products = portal.features.subscription_update.products ?? [];
  return products
    .flatMap(({ prices }) => prices)
    .flatMap((id) => context.store.find('prices', id) ?? [])
    .filter((price) => price.active);
}

function changeOf(context: Context, portal: Portal, price: string) {
  const { subscription } = portal;
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item) throw new StripeProblem('There is no subscription to change.');
  const isAsked = portal.session.flow?.subscription_update_confirm?.items.some((one) => one.price === price);
  if (!isAsked && !offeredPrices(context, portal).some((one) => one.id === price))
    throw new StripeProblem('This plan is not offered here.');
  // A trial that is changed goes on, unless the configuration ends it.
  const endsTrial =
    subscription.status === 'trialing' && portal.features.subscription_update.trial_update_behavior === 'end_trial';
  return {
    subscription,
    items: [{ id: item.id, price }],
    behavior: portal.features.subscription_update.proration_behavior as 'always_invoice' | 'create_prorations' | 'none', // reason: the configuration's schema takes no other
    trial: endsTrial ? { trial_end: 'now' as const } : {},
  };
}

export function previewPlan(context: Context, portal: Portal, price: string): Stripe.Invoice {
  const { subscription, items, behavior, trial } = changeOf(context, portal, price);
  return createPreview(context, {
    subscription: subscription.id,
    subscription_details: { items, proration_behavior: behavior, ...trial },
  });
}

export function changePlan(context: Context, portal: Portal, price: string): void {
  const { subscription, items, behavior, trial } = changeOf(context, portal, price);
  applyUpdate(context, subscription.id, {
    items,
    proration_behavior: behavior,
    // A person who presses the button must not end up on a plan that was not paid.
    payment_behavior: 'error_if_incomplete',
    ...trial,
  });
}
