import { isoDayText, timeText, weekdayDayText } from '#contract/dates.ts';
import { trpc } from '#src/api/trpc.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Where the owner lives. Until that is known, times are in the browser's zone. */
export const useTimeZone = (): string | undefined => trpc.profile.get.useQuery().data?.timeZone;

/** How many days after `from` a moment is, on the calendar. */
export function calendarDays(from: Date, to: Date | string, zone?: string): number {
  const dayOf = (moment: Date | string) => Date.parse(`${isoDayText(moment, zone)}T00:00:00Z`);
  return Math.round((dayOf(to) - dayOf(from)) / DAY_MS);
}

const NEAR_DAYS: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' };

/** `today`, `tomorrow`, or `Thursday, November 19`. */
export function dayWords(moment: Date | string, now: Date, zone?: string): string {
  return NEAR_DAYS[calendarDays(now, moment, zone)] ?? weekdayDayText(moment, zone);
}

/** `today, 8:00 AM`, or `Thursday, November 19, 8:00 AM`. */
export const whenWords = (moment: Date | string, now: Date, zone?: string): string =>
  `${dayWords(moment, now, zone)}, ${timeText(moment, zone)}`;

/** `8:14:10 AM`, for what is told apart by seconds. */
export function secondsText(moment: string, zone?: string): string {
  const seconds = String(new Date(moment).getUTCSeconds()).padStart(2, '0');
  return timeText(moment, zone).replace(/(?= [AP]M$)/, `:${seconds}`);
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** How long something took, for a column: `under 1 s`, `6.2 s`, `14 min`, `2 h 5 min`, `3 days`. */
export function durationText(ms: number): string {
  if (ms < SECOND_MS) return 'under 1 s';
  if (ms < 10 * SECOND_MS) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) {
    const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
    return `${Math.floor(ms / HOUR_MS)} h${minutes === 0 ? '' : ` ${minutes} min`}`;
  }
  return counted(Math.floor(ms / DAY_MS), 'day');
}

/** How long is left, in a sentence: `2 hours 40 minutes`, `3 days`, `under a minute`. */
export function leftWords(ms: number): string {
  if (ms < MINUTE_MS) return 'under a minute';
  if (ms >= 2 * DAY_MS) return counted(Math.floor(ms / DAY_MS), 'day');
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)];
  if (hours === 0) return counted(minutes, 'minute');
  return minutes === 0 ? counted(hours, 'hour') : `${counted(hours, 'hour')} ${counted(minutes, 'minute')}`;
}

/** The milliseconds between two moments; up to now for what hasn't ended. */
export const between = (from: string, to: string | null, now: Date): number =>
  Math.max(0, (to === null ? now.getTime() : Date.parse(to)) - Date.parse(from));
