import { useState } from 'react';
import { PLANS, TRIAL_DAYS, type BillingCycle } from '#contract/plans.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Segment } from '#src/ui/segment.tsx';
import { PlanCard } from './plan-card.tsx';
import { useVisitor } from './visitor-context.ts';

const CYCLES = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Annual' },
] as const satisfies readonly { value: BillingCycle; label: string }[];

export function Pricing() {
  const { visitor } = useVisitor();
  const canHaveTrial = visitor?.canHaveTrial !== false;
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  return (
    <section className="section" id="pricing" aria-labelledby="pricing-title">
      <div className="wrap">
        <div className="page-head">
          <div className="section-head">
            <h2 className="h1" id="pricing-title">
              Less than one hour of an agency.
            </h2>
            <p className="lede">
              {canHaveTrial
                ? `Start with ${TRIAL_DAYS} days free and the whole team, whichever plan you choose.`
                : 'Choose a plan and change it whenever you like. Cancel anytime.'}
            </p>
          </div>
          <div className="row">
            <Segment label="Billing cycle" options={CYCLES} value={cycle} onChange={setCycle} />
            <Badge tone="accent">Save 2 months</Badge>
          </div>
        </div>
        <div className="plans">
          {PLANS.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              cycle={cycle}
              canHaveTrial={canHaveTrial}
              isSignedIn={visitor?.isSignedIn === true}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
