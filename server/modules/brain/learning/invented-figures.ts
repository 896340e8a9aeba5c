import { daysInText, type NamedDay } from '#server/lib/text/days-in-text.ts';
import { numbersInWords } from '#server/lib/text/number-words.ts';

/** The figures in a text, normalized. */
type Figures = { numbers: Set<string>; hours: Set<number>; days: readonly NamedDay[]; percents: Set<string> };

/** Thousands separators. */
const THOUSANDS = /(?<=\d)[,.\u00A0\u202F' ](?=\d{3}(?!\d))/g;
/** Trailing zeros: `4.00` is 4, and `4.50` is 4.5. */
const ZEROS = /(?<=\d[.,]\d?)0{1,2}(?!\d)/g;
/** "1.2k", "3 million". */
const SCALED = /(\d{1,6}(?:[.,]\d{1,3})?)\s?(k|mio|million|millones|millionen|m|thousand|tausend|mil|mille)\b/gi;
const SCALES: Record<string, number> = { k: 1_000, thousand: 1_000, tausend: 1_000, mil: 1_000, mille: 1_000 };
/** A year without its century: "since '98", "en 49". */
const SHORT_YEAR =
  /(?:['’]|\b(?:since|in|from|seit|anno|desde|en|depuis|année|del)\s['’]?)(\d{2})(?!\d|%|[:.,]\d|\s?[ap]\.?m)/gi;
const HALF = /\bhalf(?:[- ]?(?:off|price))|\bhalbe[nrs]? preis|\bhälfte|\bmitad|\bmoitié|\bhalf\b/i;
const QUARTER = /\bquarter\b|\bviertel\b|\bcuarta parte\b|\bquart\b/i;
const NOON = /\b(?:noon|midday|mittags?|mediod[ií]a|midi)\b/i;
const MIDNIGHT = /\b(?:midnight|mitternacht|medianoche|minuit)\b/i;

const digitsIn = (text: string): string[] => text.match(/\d+/g)?.map((digits) => digits.replace(/^0+(?=\d)/, '')) ?? [];
const numbersIn = (text: string): string[] => digitsIn(text.replaceAll(THOUSANDS, '').replaceAll(ZEROS, ''));

function shortYears(text: string): string[] {
  return [...text.matchAll(SHORT_YEAR)].flatMap(([, year = '']) => [`19${year}`, `20${year}`]);
}

function scaled(text: string): string[] {
  return [...text.matchAll(SCALED)].map(([, figure = '', unit = '']) =>
    String(Math.round(Number(figure.replace(',', '.')) * (SCALES[unit.toLowerCase()] ?? 1_000_000))),
  );
}

/** The figures that follow from a text said on the day `said` (YYYY-MM-DD). */
function figuresOf(text: string, said: string): Figures {
  const days = daysInText(text, said);
  const stated = [
    ...numbersIn(text),
    ...digitsIn(text.replaceAll(THOUSANDS, '')),
    ...numbersInWords(text).map(String),
    ...scaled(text),
    ...shortYears(text),
  ];
  const numbers = new Set(stated);
  const hours = new Set(stated.map(Number).filter((hour) => hour <= 24));
  if (NOON.test(text)) hours.add(12);
  if (MIDNIGHT.test(text)) hours.add(0).add(12);
  const percents = new Set([...(HALF.test(text) ? ['50'] : []), ...(QUARTER.test(text) ? ['25', '75'] : [])]);
  return { numbers, hours, days, percents };
}

/** A time of day: `17:00`, `5 PM`, `17 Uhr 30`, `17h30`. */
const TIME = /\b(\d{1,2})(?:[:.h](\d{2}))?\s?(?:([ap])\.?m\b\.?|uhr\b(?:\s(\d{2})\b)?|h\b)|\b(\d{1,2})[:h](\d{2})\b/gi;
const ROUND_MINUTES = new Set(['', '00', '15', '30', '45']);

/** Positions of the times in a text that the figures support in any form: "9 to 5" is 9:00 to 17:00. */
function followingTimes(text: string, { hours, numbers }: Figures): { start: number; end: number }[] {
  return [...text.matchAll(TIME)].flatMap(({ 0: time, 1: first, 2: minutes, 4: later, 5: second, 6: past, index }) => {
    const hour = Number(first ?? second);
    const minute = minutes ?? later ?? past ?? '';
    // "Halb sechs" is 5:30.
    const meant = minute === '30' ? [hour, hour + 1] : [hour];
    const isHour = meant.some((one) => [one, one + 12, one - 12].some((same) => hours.has(same)));
    const isMinute = numbers.has(minute.replace(/^0(?=\d)/, '')) || ROUND_MINUTES.has(minute);
    return isHour && isMinute ? [{ start: index, end: index + time.length }] : [];
  });
}

const isWithin = (day: string, other: string) => day.startsWith(other) || other.startsWith(day);
const readings = ({ day, also }: NamedDay) => [day, ...also];

/** Whether a date is one that was said, or a date of a month that was said: "December 24 and 31". */
function isSaidDay(day: NamedDay, { days, numbers }: Figures, months: ReadonlySet<string>, said: string): boolean {
  const named = days.flatMap(readings);
  if (readings(day).some((one) => named.some((other) => isWithin(one, other)))) return true;
  const [year = '', month = '', date = ''] = day.day.split('-');
  const isNear = Math.abs(Number(year) - Number(said.slice(0, 4))) <= 1 || numbers.has(year);
  return isNear && months.has(month) && numbers.has(String(Number(date)));
}

/** A percentage and its sign or word. */
const PERCENT = /\b(\d{1,3})\s?(?:%|percent\b|prozent\b|por ciento\b|pour cent\b)/gi;

/**
 * The numbers in a statement that don't follow from what was said. A number follows if it was said in words,
 * by the dozen, as a share ("half off"), as a time of day in another form, or as a day counted from the day `said`.
 */
export function inventedFigures(statement: string, texts: readonly string[], said: string): string[] {
  const figures = figuresOf(texts.join('\n'), said);
  const months = new Set(figures.days.flatMap(readings).map((day) => day.slice(5, 7)));
  const years = new Set(figures.days.flatMap(readings).map((day) => day.slice(0, 4)));
  const spans = [
    ...followingTimes(statement, figures),
    ...daysInText(statement, said).filter((day) => isSaidDay(day, figures, months, said)),
    ...[...statement.matchAll(PERCENT)].flatMap(({ 0: share, 1: percent = '', index }) =>
      figures.percents.has(percent) ? [{ start: index, end: index + share.length }] : [],
    ),
  ];
  const rest = spans.reduce(
    (left, { start, end }) => `${left.slice(0, start)}${' '.repeat(end - start)}${left.slice(end)}`,
    statement,
  );
  return numbersIn(rest).filter((number) => !figures.numbers.has(number) && !years.has(number));
}
