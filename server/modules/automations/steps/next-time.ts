import { clockText, isoDayText } from '#contract/dates.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How far the clocks of a zone are ahead of UTC then, in milliseconds. */
const offsetAt = (moment: number, timeZone: string): number =>
  Date.parse(`${isoDayText(new Date(moment), timeZone)}T${clockText(new Date(moment), timeZone)}:00Z`) -
  Math.floor(moment / 60_000) * 60_000;

/**
 * When it is this late on a day (`YYYY-MM-DD`, `HH:MM`) in a time zone. A time that the change to daylight saving time leaves out is as much
 * later as the clocks are put forward; of one that comes twice, the first counts.
 */
export function momentOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const [before, after] = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - offsetAt(near, timeZone));
  const found = [before, after].find((moment) => moment !== undefined && asUtc - offsetAt(moment, timeZone) === moment);
  return new Date(found ?? before ?? asUtc);
}

/** The day after one, or before it. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The next time after `now` that it is this late in a time zone. */
export function nextTime(now: Date, time: string, timeZone: string): Date {
  const today = isoDayText(now, timeZone);
  const days = [today, dayAfter(today), dayAfter(today, 2)];
  const found = days.map((day) => momentOf(day, time, timeZone)).find((moment) => moment > now);
  if (!found) throw new Error(`it is never ${time} in ${timeZone}`);
  return found;
}
