import { useSearch } from '@tanstack/react-router';
import { trpc } from '#src/api/trpc.ts';
import { Card } from '#src/ui/card.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { BillingNotices } from './billing-notices.tsx';
import { CurrentPlan } from './plans/current-plan.tsx';
import { Invoices } from './invoices/invoices.tsx';
import { PlansSection } from './plans/plans-section.tsx';
import { TrialStrip } from './plans/trial-strip.tsx';
import { UsageHistory } from './usage/usage-history.tsx';
import { UsageThisMonth } from './usage/usage-this-month.tsx';
import { useReturnNews } from './use-return-news.ts';
import '#src/ui/styles/chart.css';
import '#src/ui/styles/plans.css';
import './billing.css';

/** Plan, trial, usage, invoices, and what else is available. */
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
          <p>Your plan, what you have used this month, and what else is available.</p>
        </div>
      </div>
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
      <BillingNotices />
      <PlansSection access={access} current={subscription.data && subscription.data.current} chosen={chosen} />
      <UsageHistory />
      <Invoices />
    </div>
  );
}
