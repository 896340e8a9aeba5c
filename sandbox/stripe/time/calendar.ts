/** How often a price recurs. */
export type Rhythm = { interval: string; interval_count: number };

const DAY_SECONDS = 86_400;
const APPROXIMATE_MONTH_SECONDS = 30.44 * DAY_SECONDS;

function monthsOf({ interval, interval_count }: Rhythm): number | null {
  if (interval === 'month') return interval_count;
  if (interval === 'year') return interval_count * 12;
  return null;
}

function secondsOf({ interval, interval_count }: Rhythm): number {
  return interval_count * (interval === 'week' ? 7 * DAY_SECONDS : DAY_SECONDS);
}

function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  // The 31st of a month that has none is its last day; the anchor's own day comes back in the next month that has it.
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return Math.floor(date.getTime() / 1_000);
}

/** The moment `times` intervals after the anchor, in Unix seconds. */
export function addIntervals(anchor: number, rhythm: Rhythm, times: number): number {
  const months = monthsOf(rhythm);
  return months === null ? anchor + secondsOf(rhythm) * times : addMonths(anchor, months * times);
}

/** The first boundary of the billing cycle after a moment. */
export function boundaryAfter(anchor: number, rhythm: Rhythm, moment: number): number {
  const months = monthsOf(rhythm);
  const length = months === null ? secondsOf(rhythm) : months * APPROXIMATE_MONTH_SECONDS;
  let times = Math.floor((moment - anchor) / length) - 1;
  while (addIntervals(anchor, rhythm, times) <= moment) times += 1;
  return addIntervals(anchor, rhythm, times);
}

/** The length of an interval for comparisons. */
export function approximateSeconds(rhythm: Rhythm): number {
  const months = monthsOf(rhythm);
  return months === null ? secondsOf(rhythm) : months * APPROXIMATE_MONTH_SECONDS;
}
