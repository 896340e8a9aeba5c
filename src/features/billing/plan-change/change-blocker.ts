import type { ErrorCode } from '#contract/errors.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';

/** Why the server would refuse to change this plan to any other, as far as it is known beforehand. */
export function changeBlocker(current: CurrentPlan | null | undefined): ErrorCode | null {
  if (current?.cancelsAt) return 'PLAN_CANCELLED';
  return current?.graceEndsAt ? 'INVOICE_OPEN' : null;
}
