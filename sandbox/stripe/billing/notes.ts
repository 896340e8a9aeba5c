import type { Context } from '../state/context.ts';
import type { SubscriptionNote } from '../state/tables.ts';

/** What the sandbox remembers of a subscription and does not show. */
export function noteOf(context: Context, id: string): SubscriptionNote {
  return (
    context.store.find('subscriptionNotes', id) ?? { id, bases: {}, announcedTrialEnd: null, announcedRenewal: null }
  );
}
