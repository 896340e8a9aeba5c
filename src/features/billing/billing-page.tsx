import { useSearch } from '@tanstack/react-router';
import { trpc } from '#src/api/trpc.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { BillingNotices } from './billing-notices.tsx';
import { CurrentPlan } from './plans/current-plan.tsx';
import { Invoices } from './invoices/invoices.tsx';
import { PlansSection } from './plans/plans-section.tsx';
import { TrialStrip } from './plans/trial-strip.tsx';
import { DailyLimits } from './usage/daily-limits.tsx';
import { UsageHistory } from './usage/usage-history.tsx';
import { UsageThisMonth } from './usage/usage-this-month.tsx';
import { useReturnNews } from './use-return-news.ts';
import '#src/ui/styles/components/chart.css';
import '#src/ui/styles/components/plans.css';
import './billing.css';

/** It's at the end of the page. */
const LazyBillingDetails = lazyPart(async () => (await import('./details/billing-details.tsx')).BillingDetails);

/** The plan, trial, usage, invoices and what they show, and the other plans. */
export function BillingPage() {
  const { plan: chosen, success, canceled } = useSearch({ from: '/_app/dashboard/billing' });
  useReturnNews(success ? 'success' : canceled ? 'canceled' : null);
  const profile = trpc.profile.get.useQuery();
  const access = profile.data?.access;
  const subscription = trpc.billing.subscription.useQuery();
  return (
    <div className="main">
      <div className="page-head">
        <div>
          <h1 className="h1">Billing</h1>
          <p>Your plan, what you’ve used this month, and the other plans.</p>
        </div>
      </div>
      {/* First, so that a phone shows how to pay what failed without scrolling. */}
      <BillingNotices />
      <div className="grid2">
        {access ? (
          <CurrentPlan access={access} />
        ) : (
          <Card as="section" aria-label="Current Plan">
            <Loaded query={profile}>{() => null}</Loaded>
          </Card>
        )}
        <UsageThisMonth />
      </div>
      {access && <TrialStrip access={access} />}
      <PlansSection access={access} current={subscription.data && subscription.data.current} chosen={chosen} />
      <UsageHistory />
      <DailyLimits />
      <Invoices />
      {subscription.data?.hasBillingAccount && <LazyBillingDetails state={subscription.data} />}
    </div>
  );
}
