import { useState } from 'react';
import {
  BILLING_CYCLES,
  CYCLE_NAMES,
  priceId,
  PLANS,
  QUARTERLY_RATE,
  type BillingCycle,
  type PriceId,
} from '#contract/billing/plans.ts';
import { SAVE_TWO_MONTHS } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { requestedPromotion } from '#src/domain/checkout/requested-promotion.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { useSite } from '#src/domain/site/site.ts';
import { taxNote } from '#src/domain/site/tax-note.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Segment } from '#src/ui/forms/segment.tsx';
import { planAction } from './plan-action.ts';
import { PlanCard } from './plan-card.tsx';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';

/** The preview of another plan, whose code loads when it's about to be used. */
const LazyChangeDialog = lazyDialog(async () => (await import('../plan-change/change-dialog.tsx')).ChangeDialog);

const CYCLES = BILLING_CYCLES.map((value) => ({ value, label: CYCLE_NAMES[value] }));
/** What a cycle saves, in its fixed words (DISCOUNT-8). */
const SAVINGS: Record<BillingCycle, string | null> = {
  monthly: null,
  quarterly: `Save ${QUARTERLY_RATE * 100}%`,
  annual: SAVE_TWO_MONTHS,
};

type PlansSectionProps = {
  access: ProfileAccess | undefined;
  /** Undefined while the person's plan is still loading. */
  current: CurrentPlan | null | undefined;
  /** Requested by the URL. */
  chosen: PaidTier | undefined;
};

/** The three plans in one of the three cycles. */
export function PlansSection({ access, current, chosen }: PlansSectionProps) {
  const { isTaxed } = useSite();
  const [picked, setPicked] = useState<BillingCycle | null>(null);
  const [change, setChange] = useState<{ price: PriceId; isOpen: boolean } | null>(null);
  const cycle = picked ?? current?.cycle ?? 'monthly';
  const pick = chosen ?? PLANS.find(({ isBestValue }) => isBestValue)?.id;
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
            ownCents={current?.priceId === priceId(plan.id, cycle) ? current.priceCents : undefined}
            isChosen={plan.id === chosen}
            isPick={plan.id === pick}
            requested={requestedPromotion(access)}
            onChange={(price) => setChange({ price, isOpen: true })}
          />
        ))}
      </div>
      <p className="small muted">{taxNote(isTaxed)}</p>
      {change && (
        <LazyChangeDialog
          isOpen={change.isOpen}
          // The price stays while the dialog closes, so that its text doesn't change during the animation.
          onClose={() => setChange({ ...change, isOpen: false })}
          priceId={change.price}
        />
      )}
    </section>
  );
}
