import { Link } from '@tanstack/react-router';
import type { RequestedPromotion } from '#contract/billing/discounts.ts';
import type { BillingCycle, Plan, PriceId } from '#contract/billing/plans.ts';
import { firstPrice } from '#src/domain/checkout/first-price.ts';
import { planFeatures } from '#src/domain/subscription/plan-features.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { TickList } from '#src/ui/tick-list.tsx';
import type { PlanAction } from './plan-action.ts';
import { planPrice } from '#src/domain/subscription/plan-price.ts';

type PlanCardProps = {
  plan: Plan;
  cycle: BillingCycle;
  action: PlanAction;
  isCurrent: boolean;
  /** What this customer pays for a period of it today. */
  ownCents: number | undefined;
  /** Requested by the URL. */
  isChosen: boolean;
  /** The one that stands out. */
  isPick: boolean;
  /** The promotion that its checkout requests. */
  requested: Pick<RequestedPromotion, 'discount'>;
  onChange: (price: PriceId) => void;
};

/** One plan, its price in the chosen cycle, and the button to get it. */
export function PlanCard({
  plan,
  cycle,
  action,
  isCurrent,
  ownCents,
  isChosen,
  isPick,
  requested,
  onChange,
}: PlanCardProps) {
  const first = firstPrice(plan.id, cycle, action.kind === 'checkout' ? (requested.discount ?? null) : null);
  const { perMonth, billed } = first
    ? { perMonth: first.perMonth, billed: `Billed ${first.billed}` }
    : planPrice(plan.id, cycle, ownCents);
  const variant = isPick ? 'primary' : 'secondary';
  return (
    <article className={classNames('card', 'plan', isPick && 'pick dogear')} aria-labelledby={`plan-${plan.id}`}>
      <header>
        <div className="row">
          <h3 className="h3" id={`plan-${plan.id}`}>
            {plan.name}
          </h3>
          {isCurrent && <Badge>Current</Badge>}
          {isChosen && <Badge tone="accent">Your choice</Badge>}
          {plan.isBestValue && <Badge tone={isPick ? 'solid' : 'accent'}>{plan.badge}</Badge>}
        </div>
        <p className="muted">{plan.audience}</p>
      </header>
      <div>
        <p className="price">
          <b>{perMonth}</b>
          <span className="muted">per month</span>
        </p>
        <p className="small muted">{billed}</p>
      </div>
      <TickList lines={planFeatures(plan.id)} />
      {action.kind === 'checkout' ? (
        <Link
          className={buttonClass({ variant, block: true })}
          to="/checkout"
          search={{ plan: plan.id, billing: cycle, ...requested, from: '/dashboard/billing' }}
        >
          {action.label}
        </Link>
      ) : (
        <Button variant={variant} block disabled={action.kind !== 'change'} onClick={() => onChange(action.priceId)}>
          {action.label}
        </Button>
      )}
    </article>
  );
}
