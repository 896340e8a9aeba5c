import { PLAN_NAMES, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { formatWeekdayDay } from '#src/lib/text/format.ts';
import type { ProfileAccess } from '../subscription/plan-label.ts';

/** The banner warns when this many days or fewer are left (TRIAL-7). */
const WARNING_DAYS = 2;

/** `1 day left in your free trial`. */
export function daysLeftText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'} left in your free trial`;
}

type TrialAccess = Pick<ProfileAccess, 'trialDaysLeft' | 'trialEndsAt' | 'plan' | 'planEndsAt'>;

/** What happens at the trial's end, with an upgrade warning in its last two days (TRIAL-7). */
export function trialWarning({ trialDaysLeft, trialEndsAt, plan, planEndsAt }: TrialAccess): string {
  const day = trialEndsAt ? formatWeekdayDay(trialEndsAt) : 'then';
  const isEnding = trialDaysLeft <= WARNING_DAYS;
  if (plan) {
    const name = PLAN_NAMES[plan];
    if (planEndsAt === null) return `The whole team is yours until ${day}. Then ${name} starts.`;
    return isEnding
      ? `${name} isn’t set to start after your trial. Most of your team locks on ${day}.`
      : `The whole team is yours until ${day}. ${name} isn’t set to start after that.`;
  }
  return isEnding ? `Upgrade before ${day} to keep your whole team.` : `The whole team is yours until ${day}.`;
}

/** Which day of the trial it is, from 1 to 7: progress is measured over the seven days (TRIAL-7). */
export function trialDay(trialDaysLeft: number): number {
  return Math.min(TRIAL_DAYS, Math.max(1, TRIAL_DAYS - trialDaysLeft + 1));
}
