import { Link } from '@tanstack/react-router';
import { priceId, type Plan } from '#contract/billing/plans.ts';
import { PLAN_BUTTONS } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { ONCE } from '#src/domain/subscription/preview-options.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { UpgradePlan } from './upgrade-plan.tsx';
import { changePrice } from './upgrade-price.ts';

type PlansToChangeToProps = {
  plans: readonly Plan[];
  /** The one that stands out. */
  pick: Plan | undefined;
  current: CurrentPlan;
  onClose: () => void;
};

/** Plans for someone who has one, in the cycle they pay by. Each leads to the billing page, which changes the plan. */
export function PlansToChangeTo({ plans, pick, current, onClose }: PlansToChangeToProps) {
  return (
    <div className="plans">
      {plans.map((plan) => (
        <PlanToChangeTo key={plan.id} plan={plan} isPick={plan === pick} current={current} onClose={onClose} />
      ))}
    </div>
  );
}

type PlanToChangeToProps = { plan: Plan; isPick: boolean; current: CurrentPlan; onClose: () => void };

function PlanToChangeTo({ plan, isPick, current, onClose }: PlanToChangeToProps) {
  const { cycle, cancelsAt, graceEndsAt } = current;
  // A canceled plan, or one whose payment failed, can't be changed right now: the billing page says what comes first.
  const canChange = cancelsAt === null && graceEndsAt === null;
  const preview = trpc.billing.previewChange.useQuery(
    { priceId: priceId(plan.id, cycle) },
    { ...ONCE, enabled: canChange },
  );
  return (
    <UpgradePlan plan={plan} price={changePrice(plan.id, cycle, preview.data ?? null)} isPick={isPick}>
      <Link
        className={buttonClass({ variant: isPick ? 'primary' : 'secondary', block: true })}
        to="/dashboard/billing"
        search={{ plan: plan.id }}
        onClick={onClose}
      >
        {PLAN_BUTTONS.change(plan.name)}
      </Link>
    </UpgradePlan>
  );
}
