import { Link } from '@tanstack/react-router';
import type { Plan } from '#contract/plans.ts';
import { formatUsd } from '#src/lib/format.ts';
import { TickList } from '#src/ui/tick-list.tsx';
import { planFeatures } from '#src/lib/plan-features.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';

type UpgradePlanProps = { plan: Plan; isCurrent: boolean; canHaveTrial: boolean; onChoose: () => void };

/** One plan in the upgrade dialog. */
export function UpgradePlan({ plan, isCurrent, canHaveTrial, onChoose }: UpgradePlanProps) {
  const isPick = plan.badge === 'Most Popular';
  return (
    <article className={classNames('card', 'plan', isPick && 'pick dogear')}>
      <header>
        <div className="row">
          <h3 className="h3">{plan.name}</h3>
          {isPick && <Badge tone="solid">{plan.badge}</Badge>}
        </div>
      </header>
      <p className="price">
        <b>{formatUsd(plan.monthlyUsd)}</b>
        <span className="muted small">per month</span>
      </p>
      <TickList lines={planFeatures(plan.id)} small />
      {isCurrent ? (
        <Button variant="secondary" block disabled>
          Current Plan
        </Button>
      ) : (
        <Link
          className={buttonClass({ variant: isPick ? 'primary' : 'secondary', block: true })}
          to="/dashboard/billing"
          search={{ plan: plan.id }}
          onClick={onChoose}
        >
          {canHaveTrial ? `Start ${plan.name} Free Trial` : `Choose ${plan.name}`}
        </Link>
      )}
    </article>
  );
}
