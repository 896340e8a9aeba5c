import { dayOfYearText, dayText, isoDayText, weekdayDayText } from '#contract/dates.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LOCALE = 'en-US';

const numberFormat = new Intl.NumberFormat(LOCALE);
const usdFormat = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});
const amountFormat = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });

let dateZone: string | undefined;

/** Dates are in the time zone of the person's profile, as in our emails. Until that is known, they are in the browser's. */
export function setDateZone(timeZone: string | undefined): void {
  dateZone = timeZone;
}

/** `March 4, 2026`. */
export function formatDate(date: Date | string): string {
  return dayText(date, dateZone);
}

/** `March 4`, where the year is clear. */
export function formatDayOfYear(date: Date | string): string {
  return dayOfYearText(date, dateZone);
}

/** `Wednesday, March 4`, for days that are near. */
export function formatWeekdayDay(date: Date | string): string {
  return weekdayDayText(date, dateZone);
}

/** 4 on March 4. */
export function dayOfMonth(date: Date | string): number {
  return Number(isoDayText(date, dateZone).slice(-2));
}

/** Whether both are in the same year, as the dates above are written. */
export function isSameYear(date: Date | string, other: Date | string): boolean {
  const yearOf = (moment: Date | string) => isoDayText(moment, dateZone).slice(0, 4);
  return yearOf(date) === yearOf(other);
}

/** `2,500`. */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** `$49`, or `$49.50` when there are cents. */
export function formatUsd(dollars: number): string {
  return usdFormat.format(dollars);
}

/** `$59.00`, for columns of amounts. */
export function formatAmount(cents: number): string {
  return amountFormat.format(cents / 100);
}

/** How long ago (SHELL-6): 'Just now', '5h ago', '3d ago', and a local date after that. */
export function relativeTime(date: Date | string, now: Date = new Date()): string {
  const age = now.getTime() - new Date(date).getTime();
  if (age < HOUR_MS) return 'Just now';
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h ago`;
  if (age < 7 * DAY_MS) return `${Math.floor(age / DAY_MS)}d ago`;
  return formatDate(date);
}
