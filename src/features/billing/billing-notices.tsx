import { trpc } from '#src/api/trpc.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { UsageWarnings } from './usage/usage-warnings.tsx';

/** Few people ever see these. */
const LazyPastDueBanner = lazyPart(async () => (await import('./past-due-banner.tsx')).PastDueBanner);
const LazyPaidElsewhere = lazyPart(async () => (await import('./paid-elsewhere.tsx')).PaidElsewhere);
const LazyWaitingPurchase = lazyPart(async () => (await import('./waiting-purchase.tsx')).WaitingPurchase);

/**
 * What people need to know about their plan on any page: a failed payment, a card that may be somebody else's, an
 * unclaimed purchase, a limit that is near.
 */
export function BillingNotices() {
  const state = trpc.billing.subscription.useQuery().data;
  return (
    <>
      {state?.current?.graceEndsAt && (
        <LazyPastDueBanner current={state.current} isPlanActive={state.access.plan !== null} />
      )}
      {state?.current?.isPaidElsewhere && <LazyPaidElsewhere current={state.current} />}
      {state?.waitingPurchase && <LazyWaitingPurchase purchase={state.waitingPurchase} />}
      <UsageWarnings />
    </>
  );
}
