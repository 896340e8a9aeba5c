import { useState } from 'react';
import {
  BILLING_CYCLES,
  CYCLE_NAMES,
  PLANS,
  QUARTERLY_RATE,
  type BillingCycle,
  type PriceId,
} from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { askedPromotion } from '#src/domain/checkout/asked-promotion.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Segment } from '#src/ui/segment.tsx';
import { LazyChangeDialog } from '../plan-change/lazy-change-dialog.ts';
import { planAction } from './plan-action.ts';
import { PlanCard } from './plan-card.tsx';

const CYCLES = BILLING_CYCLES.map((value) => ({ value, label: CYCLE_NAMES[value] }));
/** What a cycle saves, in the words of spec §9. */
const SAVINGS: Record<BillingCycle, string | null> = {
  monthly: null,
  quarterly: `Save ${QUARTERLY_RATE * 100}%`,
  annual: 'Save 2 months',
};

type PlansSectionProps = {
  access: ProfileAccess | undefined;
  /** Undefined while it is not known what the person has. */
  current: CurrentPlan | null | undefined;
  /** Asked for by the address. */
  chosen: PaidTier | undefined;
};

/** The three plans in one of the three cycles. */
export function PlansSection({ access, current, chosen }: PlansSectionProps) {
  const [picked, setPicked] = useState<BillingCycle | null>(null);
  const [change, setChange] = useState<{ price: PriceId; isOpen: boolean } | null>(null);
  const cycle = picked ?? current?.cycle ?? 'monthly';
  const pick = chosen ?? 'ultimate';
  return (
    <section className="stack" aria-labelledby="plans">
      <div className="row between billing-head">
        <h2 className="h2" id="plans" tabIndex={-1}>
          Plans
        </h2>
        <div className="row billing-cycle">
          {SAVINGS[cycle] && <Badge tone="accent">{SAVINGS[cycle]}</Badge>}
          <Segment label="Billing cycle" options={CYCLES} value={cycle} onChange={setPicked} />
        </div>
      </div>
      <div className="plans">
        {PLANS.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            cycle={cycle}
            action={planAction(plan, cycle, current, access?.isInTrial === true)}
            isCurrent={plan.id === (current ? current.plan : access?.plan)}
            isChosen={plan.id === chosen}
            isPick={plan.id === pick}
            asked={askedPromotion(access)}
            onChange={(price) => setChange({ price, isOpen: true })}
          />
        ))}
      </div>
      {change && (
        <LazyChangeDialog
          isOpen={change.isOpen}
          // The price stays while the dialog closes, so that its words do not change on the way out.
          onClose={() => setChange({ ...change, isOpen: false })}
          priceId={change.price}
        />
      )}
    </section>
  );
}
