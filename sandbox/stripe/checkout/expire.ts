import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { announce } from '../webhooks/announce.ts';

/** Closes a session that nobody completed. */
export function expireSession(context: Context, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const expired = context.store.patch('checkoutSessions', session.id, { status: 'expired', url: null });
  announce(context, 'checkout.session.expired', expired);
  return expired;
}
