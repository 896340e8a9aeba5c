import { dayOfYearText, dayText, isoDayText, timeText } from '#contract/dates.ts';
import type { Fact } from './fact.ts';

/** `today, 9:12 AM`, `March 4` this year, `March 4, 2025` before, in the reader's time zone, as the messages themselves. */
export function formatDayOrTime(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return `today, ${timeText(at)}`;
  return at.getFullYear() === now.getFullYear() ? dayOfYearText(at) : dayText(at);
}

/** `today`, `March 4` this year, `March 4, 2025` before. */
export const formatDay = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString() ? 'today' : formatDayOrTime(at, now);

/** `November 28`, or with the year if it is another one. `day` and `today` are YYYY-MM-DD. */
function dayName(day: string, today: string): string {
  const midnight = `${day}T00:00:00Z`;
  return day.slice(0, 4) === today.slice(0, 4) ? dayOfYearText(midnight, 'UTC') : dayText(midnight, 'UTC');
}

/** The limit in time of a fact that has one. Teammates no longer use a fact that has ended. */
export function validityText({ validFrom, validUntil }: Pick<Fact, 'validFrom' | 'validUntil'>, now: Date) {
  const today = isoDayText(now);
  if (validUntil !== null && validUntil < today) return `Ended ${dayName(validUntil, today)}`;
  const starts = validFrom !== null && validFrom > today ? `From ${dayName(validFrom, today)}` : null;
  if (validUntil === null) return starts;
  return starts === null ? `Until ${dayName(validUntil, today)}` : `${starts} until ${dayName(validUntil, today)}`;
}
