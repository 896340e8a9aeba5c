import { dayOfYearText, weekdayDayText } from '#contract/dates.ts';
import type { Analytics } from '#src/domain/automations/automation.ts';

type Day = Analytics['days'][number];

/** Days are named where the owner lives, so they are written as they are. */
const momentOf = ({ day }: Pick<Day, 'day'>) => `${day}T12:00:00Z`;

/** What happened on a day, such as `3 done, 1 failed`. */
function countsText({ done, failed, other }: Day): string {
  const parts = [
    [done, 'done'],
    [failed, 'failed'],
    [other, 'skipped, stopped or canceled'],
  ] as const; // reason: pairs of a number and a word
  const text = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(', ');
  return text === '' ? 'no runs' : text;
}

/** `Thursday, November 19: 3 done, 1 failed`. */
export const dayText = (day: Day): string => `${weekdayDayText(momentOf(day), 'UTC')}: ${countsText(day)}`;

/** A bar for each day. Every fifth from the end has its day below, more wouldn't fit. */
export const barsOf = (days: readonly Day[]) =>
  days.map((day, index) => ({
    key: day.day,
    label: (days.length - 1 - index) % 5 === 0 ? dayOfYearText(momentOf(day), 'UTC').replace(/^(\w{3})\w*/, '$1') : '',
    text: dayText(day),
    value: day.done + day.failed + day.other,
  }));

/** `5 hours 20 minutes`, or null as long as the owner hasn't said what a run saves. */
export function savedWords({ succeeded, minutesSaved }: Pick<Analytics, 'succeeded' | 'minutesSaved'>): string | null {
  if (minutesSaved === 0) return null;
  const minutes = succeeded * minutesSaved;
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  if (minutes < 60) return counted(minutes, 'minute');
  const rest = minutes % 60;
  return [counted(Math.floor(minutes / 60), 'hour'), ...(rest === 0 ? [] : [counted(rest, 'minute')])].join(' ');
}
