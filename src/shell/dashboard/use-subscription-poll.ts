import { useEffect, useReducer, useState } from 'react';
import { SUBSCRIPTION_POLL_MS } from '#contract/billing-times.ts';
import { accessToShow, END_WAIT_MS, nextEndMs } from '#src/lib/subscription-access.ts';
import { takeAccess } from '#src/lib/take-subscription.ts';
import { trpc } from '#src/lib/trpc.ts';

/**
 * Asks on load, every minute while the page is looked at, when somebody comes back to it, and when a trial or a plan ends
 * (spec §4, §7). The profile's access follows, so that locks open and close by themselves.
 */
export function useSubscriptionPoll({ isOn }: { isOn: boolean }): void {
  const cache = trpc.useUtils();
  const poll = trpc.billing.subscription.useQuery(undefined, {
    enabled: isOn,
    refetchInterval: SUBSCRIPTION_POLL_MS,
    refetchOnWindowFocus: 'always',
  });
  const profile = trpc.profile.get.useQuery(undefined, { enabled: isOn });
  const { data: state, dataUpdatedAt: answeredAt, errorUpdatedAt, refetch } = poll;
  const isFailing = errorUpdatedAt > answeredAt;
  const [failingSince, setFailingSince] = useState<number | null>(null);
  const [passedEnds, passEnd] = useReducer((times: number) => times + 1, 0);
  const shown = profile.data?.access;
  const isProfileNewer = profile.dataUpdatedAt > answeredAt;
  const known = isProfileNewer ? shown : state?.access;
  const knownAt = Math.max(profile.dataUpdatedAt, answeredAt);

  useEffect(
    () => setFailingSince((since) => (isFailing ? (since ?? errorUpdatedAt) : null)),
    [isFailing, errorUpdatedAt],
  );

  // The newest word of the server, as it comes.
  useEffect(() => {
    if (state) takeAccess(cache, state.access);
  }, [cache, state, answeredAt]);

  // What holds where the server says nothing.
  useEffect(() => {
    if (!known || !isFailing) return;
    takeAccess(cache, accessToShow({ access: known, knownAt, failingSince }, Date.now()));
  }, [cache, known, knownAt, isFailing, failingSince, errorUpdatedAt, passedEnds]);

  useEffect(() => {
    if (!isOn || !shown) return;
    const wait = nextEndMs(shown, Date.now());
    if (wait === null) return;
    const ask = setTimeout(() => void refetch(), wait);
    const end = setTimeout(passEnd, wait + END_WAIT_MS);
    return () => {
      clearTimeout(ask);
      clearTimeout(end);
    };
  }, [isOn, shown, answeredAt, passedEnds, refetch]);
}
