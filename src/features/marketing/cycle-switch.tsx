import { CYCLE_NAMES, type BillingCycle } from '#contract/billing/plans.ts';

/** What the landing page speaks of (spec §2). The checkout has a third. */
export const SHOWN_CYCLES = ['monthly', 'annual'] as const satisfies readonly BillingCycle[];
export type ShownCycle = (typeof SHOWN_CYCLES)[number];

/** Radio buttons that look like a segment. What depends on them is shown and hidden by CSS, without a script. */
export function CycleSwitch() {
  return (
    <div className="segment" role="radiogroup" aria-label="Billing cycle">
      {SHOWN_CYCLES.map((cycle) => (
        <label key={cycle}>
          <input type="radio" name="cycle" value={cycle} defaultChecked={cycle === 'monthly'} />
          {CYCLE_NAMES[cycle]}
        </label>
      ))}
    </div>
  );
}
