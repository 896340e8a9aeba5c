import type Stripe from 'stripe';
import type { Context } from '../state/context.ts';
import { announce } from '../webhooks/announce.ts';
import { noteOf } from './notes.ts';

/** How long before its end a trial is announced; a shorter trial is announced as it begins. */
export const ANNOUNCE_TRIAL_END_SECONDS = 3 * 86_400;

export function announceTrialEnd(context: Context, subscription: Stripe.Subscription): void {
  const note = noteOf(context, subscription.id);
  context.store.put('subscriptionNotes', { ...note, announcedTrialEnd: subscription.trial_end });
  announce(context, 'customer.subscription.trial_will_end', subscription);
}
