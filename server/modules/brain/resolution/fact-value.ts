import type { RelatedFact } from '#db/queries/brain/learning.ts';
import { NUMBERS_BY_WORD, plainText, readNumber, tokensOf, UNIT_CODES, wordsIn } from './topic-tokens.ts';

export type Valued = Pick<RelatedFact, 'kind' | 'subject' | 'attribute' | 'value' | 'quantity' | 'unit'>;

/** A parsed value: its numbers, their unit (empty if there is none), and the rest as tokens. */
type Value = { numbers: readonly number[]; unit: string; words: readonly string[] };

/** How two values relate. Figures in different units or currencies can both be true. Without a value, it's unknown. */
export type ValueRelation = 'equal' | 'different' | 'incomparable' | 'unknown';

const CURRENCY_SIGNS: readonly [RegExp, string][] = [
  [/(?:\bca|\bc)\$/, 'CAD'],
  [/(?:\bau|\ba)\$/, 'AUD'],
  [/\bnz\$/, 'NZD'],
  [/\bmx\$/, 'MXN'],
  [/\$/, 'USD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/[¥￥]/, 'JPY'],
  [/%/, '%'],
];

/** Lengths of time are compared in minutes. */
const MINUTES: Readonly<Record<string, number>> = {
  min: 1,
  h: 60,
  day: 1_440,
  week: 10_080,
  month: 43_800,
  year: 525_600,
};
const CLOCK = 'clock';
const DURATION = 'duration';

const IS_CLOCK =
  /\d\s*(?:am|pm|a\.m\.|p\.m\.)(?!\p{L})|\d{1,2}:\d{2}|\d\s*uhr|(?<!\p{L})(?:noon|midnight|mittag|mitternacht|mediodia|medianoche|midi|minuit)(?!\p{L})/u;
const CLOCK_WORDS: readonly [RegExp, string][] = [
  [/(?<!\p{L})(?:noon|mittag|mediodia|midi)(?!\p{L})/gu, '12:00'],
  [/(?<!\p{L})(?:midnight|mitternacht|medianoche|minuit)(?!\p{L})/gu, '24:00'],
];
const TIME = /(\d{1,2})(?:(?::|\s?h\s?)(\d{2}))?(?:\s*(am|pm))?/g;

/** Times of day in minutes. In "1–5 PM" both are in the afternoon. */
function readTimes(text: string): number[] {
  const written = CLOCK_WORDS.reduce((rest, [word, time]) => rest.replaceAll(word, time), text)
    .replaceAll('a.m.', 'am')
    .replaceAll('p.m.', 'pm');
  const times = [...written.matchAll(TIME)].map(([, hour = '', minute = '0', half]) => ({
    hour: Number(hour),
    minute: Number(minute),
    half,
  }));
  return times.map(({ hour, minute, half }, index) => {
    const next = times[index + 1];
    const inherited = half ?? (next !== undefined && hour < next.hour ? next.half : undefined);
    const inDay = inherited === 'pm' && hour < 12 ? hour + 12 : inherited === 'am' && hour === 12 ? 0 : hour;
    return inDay * 60 + minute;
  });
}

/** The code of a unit that the model gave by name, code or sign. */
const unitCode = (unit: string): string => {
  const plain = plainText(unit);
  return UNIT_CODES.get(plain) ?? CURRENCY_SIGNS.find(([sign]) => sign.test(plain))?.[1] ?? unit;
};

const NOT_WORDS = new Set(['am', 'pm', 'uhr', '#hours', '#date', 'to']);
const isNumeric = (token: string) => /^\d/.test(token);

/** Parses a value. The model's own reading of its figure takes precedence. */
export function readValue({ kind, subject, attribute, value, quantity, unit }: Valued): Value {
  const plain = plainText(value);
  const tokens = tokensOf(value, { withShortDays: kind === 'people' });
  const isAboutHours = tokensOf(`${subject} ${attribute}`, { withShortDays: true }).some((token) =>
    /^#(?:hours|opens|closes)$/.test(token),
  );
  const hasHours = /\d\s*h(?!\p{L})/u.test(plain) || /^\D*\d{1,2}\s*(?:-|–|to|bis|a)\s*\d{1,2}\D*$/.test(plain);
  const rest = (isUnit: (token: string) => boolean) =>
    tokens.filter((token) => !isNumeric(token) && !NOT_WORDS.has(token) && !isUnit(token));
  if (IS_CLOCK.test(plain) || (isAboutHours && hasHours))
    return { numbers: readTimes(plain), unit: CLOCK, words: rest((token) => token === 'h') };

  const words = wordsIn(plain);
  const written = words.filter(isNumeric).map(readNumber);
  const spelled = words.flatMap((word) => NUMBERS_BY_WORD.get(word) ?? []);
  // Dates have tokens of their own, so their numbers don't count as figures.
  const hasDate = tokens.some((token) => /^@\d+-\d+$/.test(token));
  const read = hasDate ? tokens.filter(isNumeric).map(Number) : written.length > 0 ? written : spelled;
  const numbers = quantity === null || read.length > 1 ? read : [Number(quantity)];
  const sign = CURRENCY_SIGNS.find(([one]) => one.test(plain))?.[1];
  const named = words.flatMap((word) => UNIT_CODES.get(word) ?? []);
  const code = numbers.length === 0 ? '' : (sign ?? (unit === '' ? (named.at(-1) ?? '') : unitCode(unit)));
  const minutes = MINUTES[code];
  const others = rest((token) => token === code || UNIT_CODES.has(token) || NUMBERS_BY_WORD.has(token));
  return minutes === undefined
    ? { numbers, unit: code, words: others }
    : { numbers: numbers.map((number) => number * minutes), unit: DURATION, words: others };
}

const isSubset = (some: readonly string[], all: readonly string[]) => some.every((word) => all.includes(word));

/** Whether a value is a figure, days, or words: figures and words hardly ever answer the same question. */
export function kindOfValue({ numbers, words }: Value): 'figure' | 'days' | 'words' | 'none' {
  if (numbers.length > 0) return 'figure';
  if (words.length === 0 || words.some((word) => /^#(?:free|closed|soldout)$/.test(word))) return 'none';
  return words.every((word) => word.startsWith('@')) ? 'days' : 'words';
}

export function compareValues(one: Value, other: Value): ValueRelation {
  const [isOneEmpty, isOtherEmpty] = [one, other].map(({ numbers, words }) => numbers.length + words.length === 0);
  if (isOneEmpty || isOtherEmpty) return 'unknown';
  if (one.numbers.length > 0 && other.numbers.length > 0) {
    if (one.unit !== '' && other.unit !== '' && one.unit !== other.unit) return 'incomparable';
    const isEqual =
      one.numbers.length === other.numbers.length &&
      one.numbers.every((number, index) => number === other.numbers[index]);
    return isEqual && (isSubset(one.words, other.words) || isSubset(other.words, one.words)) ? 'equal' : 'different';
  }
  if (one.numbers.length > 0 || other.numbers.length > 0) return 'different';
  return isSubset(one.words, other.words) && isSubset(other.words, one.words) ? 'equal' : 'different';
}
