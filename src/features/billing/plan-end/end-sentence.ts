import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/text/format.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';

type End = { endsAt: string | null; current: Pick<CurrentPlan, 'plan' | 'graceEndsAt'>; now: Date };

/** When a canceled plan ends. An unpaid plan stays for its grace period at most, canceled or not. */
export function endSentence({ endsAt, current, now }: End): string {
  if (endsAt === null) return `You’ll be on ${PLAN_NAMES.free} then:`;
  const day = formatDate(endsAt);
  if (current.graceEndsAt === null) return `Nothing changes until ${day}. After that, you’ll be on ${PLAN_NAMES.free}:`;
  const name = PLAN_NAMES[current.plan];
  if (new Date(endsAt) <= now)
    return `The payment for ${name} failed, and we kept the plan until ${day}. If you cancel, it won’t come back and you’ll stay on ${PLAN_NAMES.free}:`;
  return `Your last payment failed, so ${name} ends on ${day} at the latest. After that, you’ll be on ${PLAN_NAMES.free}:`;
}
