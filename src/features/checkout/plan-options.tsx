import type { Promotion } from '#contract/billing/discounts.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { perMonthUsd, PLANS, type BillingCycle } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format.ts';
import { firstPrice } from '#src/domain/checkout/first-price.ts';
import { planTeam } from '#src/domain/subscription/plan-team.ts';
import { Badge } from '#src/ui/badge.tsx';

type PlanOptionsProps = {
  plan: PaidTier;
  cycle: BillingCycle;
  /** Lowers the first invoice of each plan. */
  promotion: Promotion | null;
  onChange: (plan: PaidTier) => void;
};

/** The three plans, with their monthly price in the chosen cycle. */
export function PlanOptions({ plan: chosen, cycle, promotion, onChange }: PlanOptionsProps) {
  return (
    <fieldset className="opts">
      <legend className="label">Plan</legend>
      {PLANS.map((plan) => (
        <label key={plan.id} className="opt">
          <input
            type="radio"
            name="plan"
            value={plan.id}
            checked={plan.id === chosen}
            aria-labelledby={`opt-${plan.id}`}
            aria-describedby={`opt-${plan.id}-what opt-${plan.id}-price`}
            onChange={() => onChange(plan.id)}
          />
          <span className="grow">
            <span className="opt-name">
              <b className="h4" id={`opt-${plan.id}`}>
                {plan.name}
              </b>
              {plan.badge && <Badge tone={plan.isPopular ? 'solid' : 'accent'}>{plan.badge}</Badge>}
            </span>
            <span className="opt-what small muted" id={`opt-${plan.id}-what`}>
              {`${planTeam(plan.id)}, ${formatNumber(LIMITS[plan.id].messages)} messages a month`}
            </span>
          </span>
          <span className="price-s num" id={`opt-${plan.id}-price`}>
            <b>{firstPrice(plan.id, cycle, promotion)?.perMonth ?? formatUsd(perMonthUsd(plan.id, cycle))}</b>{' '}
            <small>{firstPrice(plan.id, cycle, promotion)?.note ?? 'per month'}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
