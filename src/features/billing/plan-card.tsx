import type { Plan } from '#contract/plans.ts';
import { formatUsd } from '#src/lib/format.ts';
import { TickList } from '#src/ui/tick-list.tsx';
import { planFeatures } from '#src/lib/plan-features.ts';
import { Badge } from '#src/ui/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';

type PlanCardProps = { plan: Plan; isCurrent: boolean; isChosen: boolean; isPick: boolean };

/** One plan to compare. */
export function PlanCard({ plan, isCurrent, isChosen, isPick }: PlanCardProps) {
  return (
    <article className={classNames('card', 'plan', isPick && 'pick dogear')} aria-labelledby={`plan-${plan.id}`}>
      <header>
        <div className="row">
          <h3 className="h3" id={`plan-${plan.id}`}>
            {plan.name}
          </h3>
          {isCurrent && <Badge>Current</Badge>}
          {isChosen && <Badge tone="accent">Your choice</Badge>}
          {plan.badge === 'Best Value' && !isChosen && <Badge tone={isPick ? 'solid' : 'accent'}>{plan.badge}</Badge>}
        </div>
        <p className="muted">{plan.audience}</p>
      </header>
      <div>
        <p className="price">
          <b>{formatUsd(plan.monthlyUsd)}</b>
          <span className="muted">per month</span>
        </p>
        <p className="small muted">or {formatUsd(plan.annualPerMonthUsd)} per month, billed by the year</p>
      </div>
      <TickList lines={planFeatures(plan.id)} />
    </article>
  );
}
