import {
  BILLING_CYCLES,
  CYCLE_NAMES,
  cyclePriceCents,
  QUARTERLY_RATE,
  type BillingCycle,
} from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { formatUsd } from '#src/lib/format.ts';
import { Segment } from '#src/ui/segment.tsx';

const CYCLES = BILLING_CYCLES.map((value) => ({ value, label: CYCLE_NAMES[value] }));

/** What the cycle costs; for the monthly one, what the longest would save. */
function hint(plan: PaidTier, cycle: BillingCycle): string {
  const price = (of: BillingCycle, months = 1) => formatUsd(cyclePriceCents(plan, of) / 100 / months);
  if (cycle === 'quarterly') return `${price(cycle)} every 3 months, ${QUARTERLY_RATE * 100}% less than by the month.`;
  const annual = `${price('annual', 12)} per month, 2 months free.`;
  return cycle === 'annual' ? `${price(cycle)} each year. That is ${annual}` : `Annual is ${annual}`;
}

type CycleChoiceProps = { plan: PaidTier; cycle: BillingCycle; onChange: (cycle: BillingCycle) => void };

/** Monthly, quarterly or annual. */
export function CycleChoice({ plan, cycle, onChange }: CycleChoiceProps) {
  return (
    <div className="opts">
      <p className="label" aria-hidden="true">
        Billing cycle
      </p>
      <Segment label="Billing cycle" options={CYCLES} value={cycle} onChange={onChange} block />
      <p className="hint">{hint(plan, cycle)}</p>
    </div>
  );
}
