/** How often a price recurs. */
export type BillingInterval = { interval: string; interval_count: number };

const APPROXIMATE_MONTH_SECONDS = 30.44 * 86_400;

function monthsOf({ interval, interval_count }: BillingInterval): number {
  return interval === 'year' ? interval_count * 12 : interval_count;
}

/** The time `times` intervals after the anchor, in Unix seconds. */
export function addIntervals(anchor: number, rhythm: BillingInterval, times: number): number {
  const date = new Date(anchor * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + monthsOf(rhythm) * times);
  // In a month without a 31st, the last day is used; the anchor's own day returns in the next month that has it.
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return Math.floor(date.getTime() / 1_000);
}

/** The first boundary of the billing cycle after a given time. */
export function boundaryAfter(anchor: number, rhythm: BillingInterval, moment: number): number {
  const length = monthsOf(rhythm) * APPROXIMATE_MONTH_SECONDS;
  let times = Math.floor((moment - anchor) / length) - 1;
  while (addIntervals(anchor, rhythm, times) <= moment) times += 1;
  return addIntervals(anchor, rhythm, times);
}
