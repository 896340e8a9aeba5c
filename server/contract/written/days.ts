import { clockText, isoDayText } from '../dates.ts';
import { isDay } from '../templates/blank-values.ts';

/**
 * A day as `YYYY-MM-DD`, and the time as `HH:MM:SS` if the text has one. `at` is the moment, if the text names its
 * zone.
 */
export type WrittenDay = { day: string; clock: string | null; at: number | null };

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
/** Longer texts aren't days. In UTF-16 units. */
const LENGTH_MAX = 60;

const ISO_DAY = /^(\d{4})([-/])(\d{2})\2(\d{2})$/;
const ISO_MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[-+]\d{2}:?\d{2})?$/i;
const FIGURES = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})$/;
const MONTH_FIRST = /^(\p{L}{3,9})\.? (\d{1,2}),? (\d{4})$/u;
const DAY_FIRST = /^(\d{1,2})\.? (\p{L}{3,9})\.?,? (\d{4})$/u;

const iso = (year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

function monthNumber(name: string): string {
  const index = MONTHS.findIndex((month) => month.startsWith(name.toLowerCase()));
  return index === -1 ? '' : String(index + 1);
}

/** Days without a time, in every way to read them. */
function readDayOnly(text: string): string[] {
  const [, year = '', , month = '', day = ''] = ISO_DAY.exec(text) ?? [];
  if (year !== '') return [iso(year, month, day)];
  const [, first = '', , second = '', ofYear = ''] = FIGURES.exec(text) ?? [];
  if (first !== '') return [iso(ofYear, first, second), iso(ofYear, second, first)];
  const named = text.replace(/^\p{L}{3,9}, /u, '');
  const [, nameFirst = '', dayAfter = '', yearAfter = ''] = MONTH_FIRST.exec(named) ?? [];
  if (nameFirst !== '') return [iso(yearAfter, monthNumber(nameFirst), dayAfter)];
  const [, dayBefore = '', nameSecond = '', yearLast = ''] = DAY_FIRST.exec(named) ?? [];
  return dayBefore === '' ? [] : [iso(yearLast, monthNumber(nameSecond), dayBefore)];
}

/** `:05.500` as `:05.5`, so that the same times are the same texts. */
function withoutZeros(seconds: string): string {
  let text = seconds;
  while (text.includes('.') && (text.endsWith('0') || text.endsWith('.'))) text = text.slice(0, -1);
  return text;
}

/**
 * What a text says if it is nothing but a day, or a moment in ISO 8601, converted to a time zone: every
 * way to read it, so two for `12/01/2026`, and none for `tomorrow`, `20261201` or `2026-02-30`.
 */
export function readDays(written: string, timeZone: string): WrittenDay[] {
  const text = written.trim();
  if (text.length > LENGTH_MAX) return [];
  const [, day = '', clock = '', fraction = '', zone = ''] = ISO_MOMENT.exec(text) ?? [];
  const seconds = withoutZeros(fraction);
  if (day === '')
    return [...new Set(readDayOnly(text))].filter(isDay).map((one) => ({ day: one, clock: null, at: null }));
  const offset = /^[-+]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const at = Date.parse(`${day}T${clock}${seconds || ':00'}${offset || 'Z'}`);
  if (!isDay(day) || Number.isNaN(at)) return [];
  if (zone === '') return [{ day, clock: `${clock}${seconds || ':00'}`, at: null }];
  const moment = new Date(at);
  return [{ day: isoDayText(moment, timeZone), clock: `${clockText(moment, timeZone)}${seconds || ':00'}`, at }];
}

/** Less than 0, 0 or more. If one has no time, only the days are compared. */
export function compareDays(left: WrittenDay, right: WrittenDay): number {
  if (left.at !== null && right.at !== null) return left.at - right.at;
  const isTimed = left.clock !== null && right.clock !== null;
  const [a, b] = [left, right].map(({ day, clock }) => (isTimed ? `${day} ${clock}` : day));
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}
