import {
  BILLING_CYCLES,
  CYCLE_NAMES,
  CYCLE_MONTHS,
  cyclePriceCents,
  perMonthUsd,
  QUARTERLY_RATE,
  type BillingCycle,
} from '#contract/billing/plans.ts';
import type { Promotion } from '#contract/billing/discounts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { firstPrice } from '#src/domain/checkout/first-price.ts';
import { formatUsd } from '#src/lib/text/format.ts';
import { Segment } from '#src/ui/forms/segment.tsx';

const CYCLES = BILLING_CYCLES.map((value) => ({ value, label: CYCLE_NAMES[value] }));

/** The price of the cycle; for the monthly one, what the longest would save. */
function hint(plan: PaidTier, cycle: BillingCycle, promotion: Promotion | null): string {
  const first = firstPrice(plan, cycle, promotion);
  if (first && cycle !== 'monthly') return `${first.billed}.`;
  const price = formatUsd(cyclePriceCents(plan, cycle) / 100);
  if (cycle === 'quarterly')
    return `${price} every ${CYCLE_MONTHS.quarterly} months, ${QUARTERLY_RATE * 100}% less than monthly.`;
  const firstYear = firstPrice(plan, 'annual', promotion);
  const annual = firstYear
    ? `${firstYear.perMonth} ${firstYear.note}.`
    : `${formatUsd(perMonthUsd(plan, 'annual'))} per month, 2 months free.`;
  return cycle === 'annual' ? `${price} each year. That’s ${annual}` : `Annual is ${annual}`;
}

type CycleChoiceProps = {
  plan: PaidTier;
  cycle: BillingCycle;
  promotion: Promotion | null;
  onChange: (cycle: BillingCycle) => void;
};

/** Monthly, quarterly or annual. */
export function CycleChoice({ plan, cycle, promotion, onChange }: CycleChoiceProps) {
  return (
    <div className="opts">
      <p className="label" aria-hidden="true">
        Billing cycle
      </p>
      <Segment label="Billing cycle" options={CYCLES} value={cycle} onChange={onChange} block />
      <p className="hint">{hint(plan, cycle, promotion)}</p>
    </div>
  );
}
