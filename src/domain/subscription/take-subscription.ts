import { getQueryKey } from '@trpc/react-query';
import { queryClient } from '#src/api/query-client.ts';
import type { SubscriptionState } from './subscription.ts';
import { trpc } from '#src/api/trpc.ts';

type Cache = ReturnType<typeof trpc.useUtils>;

/** What a person may use stands in their profile, for every screen: what is heard of the subscription goes there too. */
export function takeAccess(cache: Cache, access: SubscriptionState['access']): void {
  const before = cache.profile.get.getData();
  if (!before || JSON.stringify(before.access) === JSON.stringify(access)) return;
  // The rest of the profile is as old as it was.
  const updatedAt = queryClient().getQueryState(getQueryKey(trpc.profile.get, undefined, 'query'))?.dataUpdatedAt;
  cache.profile.get.setData(undefined, { ...before, access }, { updatedAt });
  // The limits are those of another tier.
  if (before.access.tier !== access.tier) void cache.usage.overview.invalidate();
}

/** After a change of the subscription: every screen shows the answer, and what follows from it is asked for again. */
export function takeSubscription(cache: Cache, state: SubscriptionState): void {
  cache.billing.subscription.setData(undefined, state);
  takeAccess(cache, state.access);
  void cache.billing.invoices.invalidate();
  void cache.billing.terms.invalidate();
  // A dialog that is just closing keeps its words; the next one reads anew.
  void cache.billing.previewChange.invalidate(undefined, { refetchType: 'none' });
  void cache.billing.previewEnd.invalidate(undefined, { refetchType: 'none' });
  void cache.billing.previewTrialEnd.invalidate(undefined, { refetchType: 'none' });
  void cache.usage.overview.invalidate();
}
