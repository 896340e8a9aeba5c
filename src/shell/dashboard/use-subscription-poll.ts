import { useEffect, useState } from 'react';
import { SUBSCRIPTION_POLL_MS } from '#contract/billing/billing-times.ts';
import { createAccessFollower } from '#src/domain/subscription/access-follower.ts';
import { takeAccess } from '#src/domain/subscription/take-subscription.ts';
import { trpc } from '#src/api/trpc.ts';

/**
 * Polls on load, every minute while the page is visible, on resume, and when a trial or a plan ends (BILL-3). The profile's
 * access follows, so that locks open and close automatically.
 */
export function useSubscriptionPoll({ isOn }: { isOn: boolean }): void {
  const cache = trpc.useUtils();
  const [follower] = useState(() =>
    createAccessFollower({
      now: Date.now,
      setTimer: (work, ms) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
      ask: () => void cache.billing.subscription.refetch(),
      show: (access) => takeAccess(cache, access),
    }),
  );
  const profile = trpc.profile.get.useQuery(undefined, { enabled: isOn });
  const poll = trpc.billing.subscription.useQuery(undefined, {
    enabled: isOn,
    refetchInterval: SUBSCRIPTION_POLL_MS,
    refetchOnWindowFocus: 'always',
  });
  const shown = profile.data?.access;
  const answer = poll.data?.access;

  useEffect(() => {
    if (shown) follower.learn(shown, profile.dataUpdatedAt);
  }, [follower, shown, profile.dataUpdatedAt]);
  useEffect(() => {
    if (answer) follower.answered(answer, poll.dataUpdatedAt);
  }, [follower, answer, poll.dataUpdatedAt]);
  useEffect(() => {
    if (poll.errorUpdatedAt > poll.dataUpdatedAt) follower.failed(poll.errorUpdatedAt);
  }, [follower, poll.errorUpdatedAt, poll.dataUpdatedAt]);
  useEffect(() => {
    follower.start();
    return () => follower.stop();
  }, [follower]);
}
