import { trpc } from '#src/api/trpc.ts';
import { useTakeSubscription } from './use-take-subscription.ts';

/** Has the server read the subscription from the payment provider, and gives every screen the answer. */
export function useRefreshSubscription(): () => void {
  const take = useTakeSubscription();
  // Ignore a failure: the poll reads it a minute later.
  return trpc.billing.refresh.useMutation({ onSuccess: take }).mutate;
}
