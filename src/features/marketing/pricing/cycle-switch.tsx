import { CYCLE_NAMES, type BillingCycle } from '#contract/billing/plans.ts';

/** The cycles on the landing page (PLAN-7). The checkout has a third. */
export const SHOWN_CYCLES = ['monthly', 'annual'] as const satisfies readonly BillingCycle[];
export type ShownCycle = (typeof SHOWN_CYCLES)[number];

/** Radio buttons styled as a segment. CSS shows and hides what depends on them, without a script. */
export function CycleSwitch() {
  return (
    <div className="segment" role="radiogroup" aria-label="Billing cycle">
      {SHOWN_CYCLES.map((cycle) => (
        <label key={cycle}>
          <input type="radio" name="cycle" value={cycle} defaultChecked={cycle === 'monthly'} />
          <span>{CYCLE_NAMES[cycle]}</span>
        </label>
      ))}
    </div>
  );
}
