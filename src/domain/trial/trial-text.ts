import { PLAN_NAMES, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/format.ts';
import type { ProfileAccess } from '../subscription/plan-label.ts';

/** From here on the banner warns (spec §4). */
const WARNING_DAYS = 2;

/** `1 day left in your free trial`. */
export function daysLeftText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'} left in your free trial`;
}

type TrialAccess = Pick<ProfileAccess, 'trialDaysLeft' | 'trialEndsAt' | 'plan' | 'planEndsAt'>;

/** What happens at the trial's end, with an upgrade warning in its last two days (spec §4). */
export function trialWarning({ trialDaysLeft, trialEndsAt, plan, planEndsAt }: TrialAccess): string {
  const day = trialEndsAt ? formatDate(trialEndsAt) : 'then';
  const isEnding = trialDaysLeft <= WARNING_DAYS;
  if (plan) {
    const name = PLAN_NAMES[plan];
    if (planEndsAt === null) return `Everyone on the team is open until ${day}, then ${name} goes on.`;
    return isEnding
      ? `${name} does not go on by itself: without a card, or once cancelled, most of your team locks on ${day}.`
      : `Everyone on the team is open until ${day}. ${name} does not go on by itself then.`;
  }
  return isEnding ? `Upgrade before ${day} to keep your whole team.` : `Everyone on the team is open until ${day}.`;
}

/** Which day of the trial it is, from 1 to 7: progress is measured over the seven days (spec §4). */
export function trialDay(trialDaysLeft: number): number {
  return Math.min(TRIAL_DAYS, Math.max(1, TRIAL_DAYS - trialDaysLeft + 1));
}
