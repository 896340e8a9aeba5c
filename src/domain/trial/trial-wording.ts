import { PLAN_BUTTONS } from '#contract/texts.ts';

/**
 * The label of a plan's button. A trial is offered only to people who are in one or can still have one, which includes everyone
 * without an account (TRIAL-6).
 */
export function planButtonText(planName: string, canHaveTrial: boolean): string {
  return canHaveTrial ? PLAN_BUTTONS.trial(planName) : PLAN_BUTTONS.choose(planName);
}
