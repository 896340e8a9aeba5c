import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { cancelSchedule } from '../schedules/schedules.ts';
import { announce } from '../webhooks/announce.ts';

type Reason = Stripe.Subscription.CancellationDetails.Reason;

export const ENDED = ['canceled', 'incomplete_expired'];

/** Ends a subscription immediately. Unpaid invoices stay unpaid and are not retried anymore. */
export function cancelNow(
  context: Context,
  subscription: Stripe.Subscription,
  reason: Reason | null,
): Stripe.Subscription {
  const now = context.time;
  cancelSchedule(context, subscription);
  const ended = context.store.patch('subscriptions', subscription.id, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: reason ?? subscription.cancellation_details?.reason ?? null,
    },
  });
  for (const invoice of context.store.list('invoices'))
    if (
      invoice.parent?.subscription_details?.subscription === subscription.id &&
      (invoice.status === 'draft' || invoice.status === 'open')
    )
      context.store.patch('invoices', invoice.id, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
  announce(context, 'customer.subscription.deleted', ended);
  return ended;
}
