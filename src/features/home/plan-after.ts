import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDayOfYear } from '#src/lib/text/format.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { nextCharge, planSituation } from '#src/domain/subscription/plan-situation.ts';
import type { SubscriptionState } from '#src/domain/subscription/subscription.ts';

/** What comes after today's plan. In a trial the banner has the days that are left, so this only says what follows. */
export function planAfter(access: ProfileAccess, money: Pick<SubscriptionState, 'current' | 'creditCents'>): string {
  if (!access.isInTrial || access.trialEndsAt === null) return planSituation(access, money).text;
  const day = formatDayOfYear(access.trialEndsAt);
  const { current, creditCents } = money;
  if (current === null) return `After ${day} you’ll move to Free unless you pick a plan. You keep everything.`;
  if (current.cancelsAt !== null) return `After ${day} you’ll move to Free. You keep everything.`;
  const name = PLAN_NAMES[current.plan];
  return current.hasCard
    ? `${name} starts on ${day} for ${nextCharge(current, creditCents)}.`
    : `${name} starts on ${day} if you’ve added a card. Without one you’ll move to Free and keep everything.`;
}
