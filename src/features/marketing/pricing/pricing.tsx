import { PLANS, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { SAVE_TWO_MONTHS } from '#contract/texts.ts';
import { GUARANTEE_CLAIM } from '#src/domain/site/guarantee-claim.ts';
import { useSite } from '#src/domain/site/site.ts';
import { taxNote } from '#src/domain/site/tax-note.ts';
import { isNew, useVisitor } from '#src/domain/site/visitor.ts';
import { Badge } from '#src/ui/badge.tsx';
import { CycleSwitch } from './cycle-switch.tsx';
import { PlanCard } from './plan-card.tsx';

export function Pricing() {
  const visitor = useVisitor();
  const { isTaxed } = useSite();
  return (
    <section className="section pricing" id="pricing" aria-labelledby="pricing-title">
      <div className="wrap">
        <div className="page-head">
          <div className="section-head">
            <h2 className="h1" id="pricing-title">
              Less than one hour of an agency.
            </h2>
            <p className="lede">
              {isNew(visitor)
                ? `Start with ${TRIAL_DAYS} free days and the whole team, whichever plan you choose.`
                : 'Choose a plan and change it whenever you like. Cancel anytime.'}
            </p>
          </div>
          <div className="row">
            <CycleSwitch />
            <Badge tone="accent">{SAVE_TWO_MONTHS}</Badge>
          </div>
        </div>
        <div className="plans">
          {PLANS.map((plan) => (
            <PlanCard key={plan.id} plan={plan} visitor={visitor} />
          ))}
        </div>
        <p className="guarantee small muted">
          {`${isNew(visitor) ? `${GUARANTEE_CLAIM} on every plan. ` : ''}${taxNote(isTaxed)}`}
        </p>
      </div>
    </section>
  );
}
