/**
 * The one way we write dates and times, on screens, in emails and on the sandbox's pages: `November 21, 2026` and `7:15 PM`. A
 * test keeps other formats out. Programs and file names get ISO 8601.
 */
type Locale = 'en-US' | 'en-GB';
const TIME = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const; // reason: Intl wants the literals, not strings
const FORMS = {
  day: { month: 'long', day: 'numeric', year: 'numeric' },
  dayOfYear: { month: 'long', day: 'numeric' },
  isoDay: { year: 'numeric', month: '2-digit', day: '2-digit' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short' },
  weekday: { weekday: 'long' },
  time: TIME,
  clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  zonedTime: { ...TIME, timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** More than there are forms and zones in use; a zone's name has many spellings. */
const MOST_FORMATTERS = 200;
// Creating a formatter takes a hundred times as long as using it.
const made = new Map<string, Intl.DateTimeFormat>();

function formatterOf(form: keyof typeof FORMS, timeZone: string | undefined, locale: Locale): Intl.DateTimeFormat {
  const key = `${form} ${timeZone} ${locale}`;
  const known = made.get(key);
  if (known) return known;
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat(locale, { ...FORMS[form], timeZone });
  } catch {
    // A zone that only another version of the runtime knows.
    formatter = new Intl.DateTimeFormat(locale, { ...FORMS[form], timeZone: 'UTC' });
  }
  if (made.size >= MOST_FORMATTERS) made.clear();
  made.set(key, formatter);
  return formatter;
}

type Moment = Date | string;

/** Without a zone, in the reader's own, which only a browser knows. An unknown zone counts as UTC. */
function text(form: keyof typeof FORMS, moment: Moment, timeZone?: string, locale: Locale = 'en-US'): string {
  // Newer versions of the library write a narrow no-break space before AM and PM.
  return formatterOf(form, timeZone, locale).format(new Date(moment)).replaceAll(/\s/g, ' ');
}

/**
 * `November 21, 2026`, or `21 November 2026` for people who chose British English. Our sentences are American English, so dates in any
 * other language (BCP 47) are American too.
 */
export const dayText = (moment: Moment, timeZone?: string, language = ''): string =>
  text('day', moment, timeZone, language === 'en-GB' ? 'en-GB' : 'en-US');

/** `November 21`, where the year is clear. */
export const dayOfYearText = (moment: Moment, timeZone?: string): string => text('dayOfYear', moment, timeZone);

/** `Saturday`. */
export const weekdayText = (moment: Moment, timeZone?: string): string => text('weekday', moment, timeZone);

/** `Saturday, November 21`, for days that are near. */
export const weekdayDayText = (moment: Moment, timeZone?: string): string =>
  `${weekdayText(moment, timeZone)}, ${dayOfYearText(moment, timeZone)}`;

/** `7:15 PM`. */
export const timeText = (moment: Moment, timeZone?: string): string => text('time', moment, timeZone);

/** `7:15 PM GMT+1`. */
export const zonedTimeText = (moment: Moment, timeZone?: string): string => text('zonedTime', moment, timeZone);

/** `November 21, 2026, 7:15 PM GMT+1`. */
export const momentText = (moment: Moment, timeZone?: string): string =>
  `${dayText(moment, timeZone)}, ${zonedTimeText(moment, timeZone)}`;

/** `November 2026` of `2026-11`, or `Nov` under a chart's bar. Our months are in UTC, whatever the reader's zone. */
export function monthText(month: string, look: 'long' | 'short' = 'long'): string {
  return text(look === 'long' ? 'month' : 'shortMonth', `${month}-01T00:00:00Z`, 'UTC');
}

/** `2026-11-21`, for file names and for programs. */
export function isoDayText(moment: Moment, timeZone?: string): string {
  const parts = formatterOf('isoDay', timeZone, 'en-US').formatToParts(new Date(moment));
  const part = (of: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === of)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** `Friday, 2026-11-27`, for models, which are bad at working out weekdays. */
export const isoWeekdayText = (moment: Moment, timeZone: string): string =>
  `${weekdayText(moment, timeZone)}, ${isoDayText(moment, timeZone)}`;

/** `19:15`, for programs. */
export const clockText = (moment: Moment, timeZone: string): string => text('clock', moment, timeZone, 'en-GB');

/** `Monday, November 16, 2026, 10:00 AM EST (America/New_York)`, for emails. */
export function fullMomentText(moment: Moment, timeZone: string): string {
  const written = `${weekdayText(moment, timeZone)}, ${momentText(moment, timeZone)}`;
  return written.endsWith(' UTC') ? written : `${written} (${timeZone})`;
}

/** Whether a text is an IANA time zone name that this runtime knows. Offsets such as "+01:00" don't count. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Names of months and days in a language. Making a formatter takes longer than using one. */
export function createDateNames(language: string) {
  const create = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return {
    month: { short: create({ month: 'short' }), long: create({ month: 'long' }) },
    day: { short: create({ weekday: 'short' }), long: create({ weekday: 'long' }) },
  };
}
