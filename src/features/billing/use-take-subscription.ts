import type { SubscriptionState } from '#src/lib/subscription.ts';
import { takeSubscription } from '#src/lib/take-subscription.ts';
import { trpc } from '#src/lib/trpc.ts';

/** After a change of the subscription: gives every screen the answer. */
export function useTakeSubscription(): (state: SubscriptionState) => void {
  const cache = trpc.useUtils();
  return (state) => takeSubscription(cache, state);
}
