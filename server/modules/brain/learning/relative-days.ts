import { dayText, isoWeekdayText } from '#contract/dates.ts';
import { daysInText, type NamedDay } from '#server/lib/text/days-in-text.ts';

const relativeDaysIn = (text: string, said: string) => daysInText(text, said).filter(({ isRelative }) => isRelative);
const midnight = (day: string) => `${day}T00:00:00Z`;
const written = ({ day, isEnglish }: NamedDay): string =>
  isEnglish && day.length === 10 ? dayText(midnight(day), 'UTC') : day;

/**
 * A text that can still be understood later: each day that is counted from `said`, the day on which it was said, has
 * its date behind it, as in `tomorrow (November 28, 2026)`.
 */
export const withDates = (text: string, said: string): string =>
  relativeDaysIn(text, said)
    .filter(({ end }) => !/^\s?[([]/.test(text.slice(end)))
    .reduceRight((dated, day) => `${dated.slice(0, day.end)} (${written(day)})${dated.slice(day.end)}`, text);

/** What these days come to, for the model: `{"next Monday": "Monday, 2026-11-30"}`. */
export function relativeDays(text: string, said: string): Record<string, string> {
  const days = relativeDaysIn(text, said).map(({ start, end, day }) => [
    text.slice(start, end),
    day.length === 10 ? isoWeekdayText(midnight(day), 'UTC') : day,
  ]);
  return Object.fromEntries(days) as Record<string, string>; // reason: pairs of texts
}

/** Whether a text is about the day on which it was said, and no other. */
export function isAboutToday(text: string, said: string): boolean {
  const days = relativeDaysIn(text, said);
  return days.length > 0 && days.every(({ day }) => day === said);
}
