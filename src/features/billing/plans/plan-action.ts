import { CYCLE_NAMES, priceId, type BillingCycle, type Plan, type PriceId } from '#contract/billing/plans.ts';
import { PLAN_BUTTONS } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { planButtonText } from '#src/domain/trial/trial-wording.ts';

/** What a plan's button does: nothing, change the existing plan, or lead to the checkout. */
export type PlanAction = { kind: 'waiting' | 'current' | 'change' | 'checkout'; label: string; priceId: PriceId };
/** Undefined while the person's plan is still loading. */
type Live = { plan: PaidTier; cycle: BillingCycle } | null | undefined;

/** The label and action of a plan's button (BILL-12, TRIAL-6). */
export function planAction(plan: Plan, cycle: BillingCycle, live: Live, isInTrial: boolean): PlanAction {
  const price = priceId(plan.id, cycle);
  if (!live) {
    const label = planButtonText(plan.name, isInTrial);
    return { kind: live === undefined ? 'waiting' : 'checkout', label, priceId: price };
  }
  if (live.plan !== plan.id) return { kind: 'change', label: PLAN_BUTTONS.change(plan.name), priceId: price };
  if (live.cycle === cycle) return { kind: 'current', label: PLAN_BUTTONS.current, priceId: price };
  // The same plan in another cycle is a change too.
  return { kind: 'change', label: PLAN_BUTTONS.change(CYCLE_NAMES[cycle].toLowerCase()), priceId: price };
}
