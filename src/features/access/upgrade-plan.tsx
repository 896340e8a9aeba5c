import type { ReactNode } from 'react';
import type { Plan } from '#contract/billing/plans.ts';
import { planFeatures } from '#src/domain/subscription/plan-features.ts';
import { Badge } from '#src/ui/badge.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { TickList } from '#src/ui/tick-list.tsx';
import type { UpgradePrice } from './upgrade-price.ts';

type UpgradePlanProps = {
  plan: Plan;
  price: UpgradePrice;
  /** The one that stands out. */
  isPick: boolean;
  /** The button or link to get it. */
  children: ReactNode;
};

/** One plan in the upgrade dialog. */
export function UpgradePlan({ plan, price, isPick, children }: UpgradePlanProps) {
  return (
    <article className={classNames('card', 'plan', isPick && 'pick dogear')}>
      <header>
        <div className="row">
          <h3 className="h3">{plan.name}</h3>
          {plan.isPopular && <Badge tone="solid">{plan.badge}</Badge>}
        </div>
      </header>
      <div>
        <p className="price">
          <b>{price.amount}</b>
          <span className="muted small">{price.note}</span>
        </p>
        <p className="small muted">{price.due}</p>
      </div>
      <TickList lines={planFeatures(plan.id)} small />
      {children}
    </article>
  );
}
