import { Link } from '@tanstack/react-router';
import { teamOfTier } from '#contract/assistants.ts';
import { cyclePriceCents, priceId, type BillingCycle, type Plan } from '#contract/plans.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { TickList } from '#src/ui/tick-list.tsx';
import { planFeatures } from '#src/lib/plan-features.ts';

export function PlanCard({ plan, cycle }: { plan: Plan; cycle: BillingCycle }) {
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
        <p className="small muted">{isAnnual ? `Billed yearly at $${cyclePriceCents(plan.id, 'annual') / 100}` : 'Billed monthly'}</p>
      </div>
      <p className="crew" aria-hidden="true">
        {teamOfTier(plan.id).map((teammate) => (
          <AssistantAvatar key={teammate.id} id={teammate.id} size={28} />
        ))}
      </p>
      <TickList lines={planFeatures(plan.id)} />
      <Link
        className={buttonClass({ variant: isPick ? 'primary' : 'secondary', block: true })}
        to="/auth"
        search={{ plan: plan.id, priceId: priceId(plan.id, cycle), tab: 'signup' }}
      >
        Start {plan.name} Free Trial
      </Link>
    </Card>
  );
}
