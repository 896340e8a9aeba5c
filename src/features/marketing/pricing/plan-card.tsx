import { Link } from '@tanstack/react-router';
import { teamOfTier } from '#contract/chat/assistants.ts';
import { cyclePriceCents, perMonthUsd, type Plan } from '#contract/billing/plans.ts';
import { firstPrice } from '#src/domain/checkout/first-price.ts';
import type { CheckoutSearch } from '#src/domain/checkout/checkout-search.ts';
import { formatUsd } from '#src/lib/text/format.ts';
import { planFeatures } from '#src/domain/subscription/plan-features.ts';
import { planButtonText } from '#src/domain/trial/trial-wording.ts';
import { isNew, type Visitor } from '#src/domain/site/visitor.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Card } from '#src/ui/card.tsx';
import { TickList } from '#src/ui/tick-list.tsx';
import { SHOWN_CYCLES, type ShownCycle } from './cycle-switch.tsx';

/** The query of the cards' links (CHECKOUT-3). */
const FIRST_TIME: Pick<CheckoutSearch, 'discount'> = { discount: 'first-time' };
const URGENT: Pick<CheckoutSearch, 'urgent'> = { urgent: 'true' };
const REQUESTED: Record<Visitor, Pick<CheckoutSearch, 'discount' | 'urgent'>> = {
  guest: FIRST_TIME,
  trial: URGENT,
  member: URGENT,
  returning: { ...URGENT, discount: 'welcome-back' },
};

/** The card contains both cycles; the switch above the cards shows one of them. */
export function PlanCard({ plan, visitor }: { plan: Plan; visitor: Visitor }) {
  const isPick = plan.isPopular;
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
          <PlanPrice key={cycle} plan={plan} cycle={cycle} visitor={visitor} />
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
          search={{ plan: plan.id, billing: cycle, ...REQUESTED[visitor] }}
        >
          {planButtonText(plan.name, isNew(visitor))}
        </Link>
      ))}
    </Card>
  );
}

function PlanPrice({ plan, cycle, visitor }: { plan: Plan; cycle: ShownCycle; visitor: Visitor }) {
  const first = firstPrice(plan.id, cycle, visitor === 'returning' ? 'welcome-back' : null);
  const isAnnual = cycle === 'annual';
  return (
    <div className={`in-${cycle}`}>
      <p className="price">
        <b>{first?.perMonth ?? formatUsd(perMonthUsd(plan.id, cycle))}</b>
        <span className="muted">per month</span>
      </p>
      <p className="small muted">
        {first
          ? `Billed ${first.billed}`
          : isAnnual
            ? `Billed ${formatUsd(cyclePriceCents(plan.id, 'annual') / 100)} a year`
            : 'Billed monthly'}
      </p>
    </div>
  );
}
