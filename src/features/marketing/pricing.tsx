import { PLANS, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { GUARANTEE_CLAIM } from '#src/domain/site/public-claims.ts';
import { useVisitor } from '#src/domain/site/visitor.ts';
import { Badge } from '#src/ui/badge.tsx';
import { CycleSwitch } from './cycle-switch.tsx';
import { PlanCard } from './plan-card.tsx';

export function Pricing() {
  const visitor = useVisitor();
  return (
    <section className="section pricing" id="pricing" aria-labelledby="pricing-title">
      <div className="wrap">
        <div className="page-head">
          <div className="section-head">
            <h2 className="h1" id="pricing-title">
              Less than one hour of an agency.
            </h2>
            <p className="lede">
              {visitor === 'member'
                ? 'Choose a plan and change it whenever you like. Cancel anytime.'
                : `Start with ${TRIAL_DAYS} days free and the whole team, whichever plan you choose.`}
            </p>
          </div>
          <div className="row">
            <CycleSwitch />
            <Badge tone="accent">Save 2 months</Badge>
          </div>
        </div>
        <div className="plans">
          {PLANS.map((plan) => (
            <PlanCard key={plan.id} plan={plan} visitor={visitor} />
          ))}
        </div>
        <p className="guarantee small muted">{GUARANTEE_CLAIM} on every plan.</p>
      </div>
    </section>
  );
}
