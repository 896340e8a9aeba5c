import { useSearch } from '@tanstack/react-router';
import { Hourglass, Info } from 'lucide-react';
import { PLANS } from '#contract/plans.ts';
import { daysLeftText, trialWarning } from '#src/lib/trial-text.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { PlanCard } from './plan-card.tsx';
import { UsageThisMonth } from './usage-this-month.tsx';
import '#src/ui/styles/plans.css';
import './billing.css';

/** Plan, trial, usage and what else is available. */
export function BillingPage() {
  const { plan: chosen } = useSearch({ from: '/_app/dashboard/billing' });
  const access = trpc.profile.get.useQuery().data?.access;
  const activeTier = access?.status === 'active' ? access.tier : null;
  const pick = chosen ?? 'ultimate';
  return (
    <div className="main">
      <div className="page-head">
        <div>
          <h1 className="h1">Billing</h1>
          <p>Your plan, what you have used this month, and what else is available.</p>
        </div>
      </div>
      <div className="grid2">
        {access ? <CurrentPlan access={access} /> : <Skeleton shape="block" />}
        <UsageThisMonth />
      </div>
      {access?.isInTrial && (
        <Banner
          label="Trial"
          icon={<Hourglass className="icon" aria-hidden="true" />}
          title={daysLeftText(access.trialDaysLeft)}
          text={trialWarning(access)}
        />
      )}
      <section className="stack" aria-labelledby="plans">
        <h2 className="h2" id="plans">
          Plans
        </h2>
        <Banner
          tone="plain"
          label="Buying a plan"
          icon={<Info className="icon" aria-hidden="true" />}
          title="Buying in the app is not open yet."
          text="You can compare the plans here. Nothing is charged."
        />
        <div className="plans">
          {PLANS.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              isCurrent={plan.id === activeTier}
              isChosen={plan.id === chosen}
              isPick={plan.id === pick}
            />
          ))}
        </div>
      </section>
    </div>
  );
}
