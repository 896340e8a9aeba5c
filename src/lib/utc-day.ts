const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `4 March 2026`: the same day for every reader, and on the server as in the browser. Not beside `formatDate`: the checkout loads that. */
export function formatUtcDay(date: Date | string): string {
  return dayFormat.format(new Date(date));
}
