import { Link } from '@tanstack/react-router';
import { teamOfTier } from '#contract/chat/assistants.ts';
import { cyclePriceCents, type Plan } from '#contract/billing/plans.ts';
import type { CheckoutSearch } from '#src/domain/checkout/checkout-search.ts';
import { formatUsd } from '#src/lib/format.ts';
import { planFeatures } from '#src/domain/subscription/plan-features.ts';
import { planButtonText } from '#src/domain/trial/trial-wording.ts';
import type { Visitor } from '#src/domain/site/visitor.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { TickList } from '#src/ui/tick-list.tsx';
import { SHOWN_CYCLES, type ShownCycle } from './cycle-switch.tsx';

/** What the cards send along (spec §2 "/checkout"). */
const FIRST_TIME: Pick<CheckoutSearch, 'discount'> = { discount: 'first-time' };
const URGENT: Pick<CheckoutSearch, 'urgent'> = { urgent: 'true' };

/** Both cycles stand in the card; the switch above the cards shows one of them. */
export function PlanCard({ plan, visitor }: { plan: Plan; visitor: Visitor }) {
  const isPick = plan.badge === 'Most Popular';
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
        {SHOWN_CYCLES.map((cycle) => (
          <PlanPrice key={cycle} plan={plan} cycle={cycle} />
        ))}
      </div>
      <p className="crew" aria-hidden="true">
        {teamOfTier(plan.id).map((teammate) => (
          <AssistantAvatar key={teammate.id} id={teammate.id} size={28} />
        ))}
      </p>
      <TickList lines={planFeatures(plan.id)} />
      {SHOWN_CYCLES.map((cycle) => (
        <Link
          key={cycle}
          className={buttonClass({
            variant: isPick ? 'primary' : 'secondary',
            block: true,
            className: `in-${cycle}`,
          })}
          to="/checkout"
          search={{ plan: plan.id, billing: cycle, ...(visitor === 'guest' ? FIRST_TIME : URGENT) }}
        >
          {planButtonText(plan.name, visitor !== 'member')}
        </Link>
      ))}
    </Card>
  );
}

function PlanPrice({ plan, cycle }: { plan: Plan; cycle: ShownCycle }) {
  const isAnnual = cycle === 'annual';
  return (
    <div className={`in-${cycle}`}>
      <p className="price">
        <b>{formatUsd(isAnnual ? plan.annualPerMonthUsd : plan.monthlyUsd)}</b>
        <span className="muted">per month</span>
      </p>
      <p className="small muted">
        {isAnnual ? `Billed yearly at ${formatUsd(cyclePriceCents(plan.id, 'annual') / 100)}` : 'Billed monthly'}
      </p>
    </div>
  );
}
