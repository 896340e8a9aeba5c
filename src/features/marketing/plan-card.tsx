import { Link } from '@tanstack/react-router';
import { teamOfTier } from '#contract/assistants.ts';
import { cyclePriceCents, type BillingCycle, type Plan } from '#contract/plans.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { TickList } from '#src/ui/tick-list.tsx';
import type { CheckoutSearch } from '#src/lib/checkout-search.ts';
import { planFeatures } from '#src/lib/plan-features.ts';
import { planButtonText } from '#src/lib/trial-wording.ts';

/** What the cards send along (spec §2 "/checkout"). */
const FIRST_TIME: Pick<CheckoutSearch, 'discount'> = { discount: 'first-time' };
const URGENT: Pick<CheckoutSearch, 'urgent'> = { urgent: 'true' };

type PlanCardProps = { plan: Plan; cycle: BillingCycle; canHaveTrial: boolean; isSignedIn: boolean };

export function PlanCard({ plan, cycle, canHaveTrial, isSignedIn }: PlanCardProps) {
  const isPick = plan.badge === 'Most Popular';
  const isAnnual = cycle === 'annual';
  return (
    <Card as="article" className={isPick ? 'plan pick' : 'plan'} dogEar={isPick} aria-labelledby={`plan-${plan.id}`}>
      <header>
        <div className="row">
          <h3 className="h3" id={`plan-${plan.id}`}>
            {plan.name}
          </h3>
          {plan.badge && <Badge tone={isPick ? 'solid' : 'accent'}>{plan.badge}</Badge>}
        </div>
        <p className="muted">{plan.audience}</p>
      </header>
      <div>
        <p className="price">
          <b>${isAnnual ? plan.annualPerMonthUsd : plan.monthlyUsd}</b>
          <span className="muted">per month</span>
        </p>
        <p className="small muted">
          {isAnnual ? `Billed yearly at $${cyclePriceCents(plan.id, 'annual') / 100}` : 'Billed monthly'}
        </p>
      </div>
      <p className="crew" aria-hidden="true">
        {teamOfTier(plan.id).map((teammate) => (
          <AssistantAvatar key={teammate.id} id={teammate.id} size={28} />
        ))}
      </p>
      <TickList lines={planFeatures(plan.id)} />
      <Link
        className={buttonClass({ variant: isPick ? 'primary' : 'secondary', block: true })}
        to="/checkout"
        search={{ plan: plan.id, billing: cycle, ...(isSignedIn ? URGENT : FIRST_TIME) }}
      >
        {planButtonText(plan.name, canHaveTrial)}
      </Link>
    </Card>
  );
}
