import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';

type End = { endsAt: string | null; current: Pick<CurrentPlan, 'plan' | 'graceEndsAt'>; now: Date };

/** When a plan that is cancelled ends. One that is not paid is kept for its grace at most, cancelled or not. */
export function endSentence({ endsAt, current, now }: End): string {
  if (endsAt === null) return `You are on ${PLAN_NAMES.free} then:`;
  const day = formatDate(endsAt);
  if (current.graceEndsAt === null) return `Nothing changes until ${day}. From then on you are on ${PLAN_NAMES.free}:`;
  const name = PLAN_NAMES[current.plan];
  if (new Date(endsAt) <= now)
    return `${name} was not paid and was kept until ${day}. Cancelled, it does not come back, and you stay on ${PLAN_NAMES.free}:`;
  return `The last payment failed, so ${name} is kept until ${day} at most. From then on you are on ${PLAN_NAMES.free}:`;
}
