import { trpc } from '#src/api/trpc.ts';
import { PastDueBanner } from './past-due-banner.tsx';
import { UsageWarnings } from './usage/usage-warnings.tsx';
import { WaitingPurchase } from './waiting-purchase.tsx';

/** What somebody has to know about their plan, wherever they are: a failed payment, a purchase that waits, a limit that is near. */
export function BillingNotices() {
  const state = trpc.billing.subscription.useQuery().data;
  return (
    <>
      {state?.current && <PastDueBanner current={state.current} isKept={state.access.plan !== null} />}
      {state?.waitingPurchase && <WaitingPurchase purchase={state.waitingPurchase} />}
      <UsageWarnings />
    </>
  );
}
