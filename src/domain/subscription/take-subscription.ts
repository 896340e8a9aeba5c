import { getQueryKey } from '@trpc/react-query';
import { queryClient } from '#src/api/query-client.ts';
import type { SubscriptionState } from './subscription.ts';
import { trpc } from '#src/api/trpc.ts';

type Cache = ReturnType<typeof trpc.useUtils>;

/** Screens read a person's access from their profile, so every answer about the subscription updates it too. */
export function takeAccess(cache: Cache, access: SubscriptionState['access']): void {
  const before = cache.profile.get.getData();
  if (!before || JSON.stringify(before.access) === JSON.stringify(access)) return;
  // The rest of the profile keeps its age.
  const updatedAt = queryClient().getQueryState(getQueryKey(trpc.profile.get, undefined, 'query'))?.dataUpdatedAt;
  cache.profile.get.setData(undefined, { ...before, access }, { updatedAt });
  // The limits of another tier apply now.
  if (before.access.tier !== access.tier) void cache.usage.overview.invalidate();
}

/** After a subscription change: every screen shows the answer, and everything derived from it is read again. */
export function takeSubscription(cache: Cache, state: SubscriptionState): void {
  cache.billing.subscription.setData(undefined, state);
  takeAccess(cache, state.access);
  void cache.billing.invoices.invalidate();
  void cache.billing.details.invalidate();
  void cache.billing.terms.invalidate();
  // A closing dialog keeps its words; the next one reads fresh data.
  void cache.billing.previewChange.invalidate(undefined, { refetchType: 'none' });
  void cache.billing.previewEnd.invalidate(undefined, { refetchType: 'none' });
  void cache.billing.previewTrialEnd.invalidate(undefined, { refetchType: 'none' });
  void cache.usage.overview.invalidate();
}
