import type Stripe from 'stripe';
import { timeFor, type Context } from '../state/context.ts';
import { announce } from '../webhooks/announce.ts';

type Reason = Stripe.Subscription.CancellationDetails.Reason;
type Details = { reason?: Reason; comment?: string | null; feedback?: string | null };

export const ENDED = ['canceled', 'incomplete_expired'];

/** Ends a subscription this moment. What is unpaid stays unpaid, and nothing is retried any more. */
export function cancelNow(context: Context, subscription: Stripe.Subscription, details: Details): Stripe.Subscription {
  const now = timeFor(context, subscription.customer);
  const ended = context.store.patch('subscriptions', subscription.id, {
    status: subscription.status === 'incomplete' && !details.reason ? 'incomplete_expired' : 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      comment: details.comment ?? subscription.cancellation_details?.comment ?? null,
      feedback: details.feedback ?? subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason: details.reason ?? subscription.cancellation_details?.reason ?? null,
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
