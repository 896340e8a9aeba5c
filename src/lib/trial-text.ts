import { formatDate } from './format.ts';
import type { ProfileAccess } from './plan-label.ts';

/** From here on the banner warns (spec §4). */
const WARNING_DAYS = 2;

/** `1 day left in your free trial`. */
export function daysLeftText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'} left in your free trial`;
}

/** What happens at the trial's end, with an upgrade warning in its last two days (spec §4). */
export function trialWarning({
  trialDaysLeft,
  trialEndsAt,
}: Pick<ProfileAccess, 'trialDaysLeft' | 'trialEndsAt'>): string {
  const day = trialEndsAt ? formatDate(trialEndsAt) : 'then';
  return trialDaysLeft <= WARNING_DAYS
    ? `Upgrade before ${day} to keep your whole team.`
    : `Everyone on the team is open until ${day}.`;
}
