import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';
import { takeSubscription } from '#src/domain/subscription/take-subscription.ts';
import { trpc } from '#src/api/trpc.ts';

/** Gives every screen the answer after a subscription change. */
export function useTakeSubscription(): (state: SubscriptionState) => void {
  const cache = trpc.useUtils();
  return (state) => takeSubscription(cache, state);
}
