import { PLAN_BUTTONS } from '#contract/texts.ts';

/**
 * What the button of a plan says. A trial is offered only to those who are in one or can still have one: everybody without
 * an account can (DECISIONS "Trial wording").
 */
export function planButtonText(planName: string, canHaveTrial: boolean): string {
  return canHaveTrial ? PLAN_BUTTONS.trial(planName) : PLAN_BUTTONS.choose(planName);
}
