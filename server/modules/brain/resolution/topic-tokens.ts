import * as table from './topic-words.ts';

/*
 * Tokens of what a fact is about. Names of one property are one token, such as `#price`; so are variants (`!small`),
 * days of the week (`@1` to `@7`) and days of the year (`@12-24`, or `@12` for the month). Other words lose their
 * endings, so that a plural equals its singular.
 */

/** Without case, accents and French elisions. Marks that are letters of their own in other scripts stay. */
export const plainText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll(/[‘’ʼ´`]/g, "'")
    .replaceAll(/(?<!\p{L})(?:l|d|qu|s|n|j)'(?=\p{L})/gu, '')
    .replaceAll("'", '');

const ENDINGS = ['es', 'en', 's', 'n', 'e', 'x'];
/** What has to be left of a word; a plural may leave two letters: "tune-ups". */
const STEM_MIN = 3;
const SINGULAR_MIN = 2;

/** A word without its ending. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('ves')) return `${word.slice(0, -3)}f`;
  let rest = word;
  for (;;) {
    if (rest.endsWith('ss')) return rest;
    const ending = ENDINGS.find(
      (one) => rest.endsWith(one) && rest.length - one.length >= (one === 's' ? SINGULAR_MIN : STEM_MIN),
    );
    if (ending === undefined) return rest;
    rest = rest.slice(0, -ending.length);
  }
}

/** Words, numbers and dashes of a plain text. */
export const wordsIn = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}]*|\d+(?:[.,]\d+)*|[-–—]/gu) ?? [];

const isDash = (word: string | undefined) => word === '-' || word === '–' || word === '—';
const isNumber = (word: string | undefined): word is string => word !== undefined && /^\d/.test(word);

/** A number as it is written in English or in most of Europe; several groups of three digits are thousands. */
export function readNumber(text: string): number {
  const isThousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text);
  if (isThousands) return Number(text.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/.test(text))
    return Number(text.replaceAll('.', '').replace(',', '.'));
  return Number.parseFloat(text.replace(',', '.'));
}

const byName = <Value>(rows: Iterable<readonly [Value, string]>) =>
  new Map([...rows].flatMap(([value, names]) => names.split('|').map((name) => [name, value] as const)));
const numbered = (rows: readonly string[]) => byName(rows.map((names, index) => [index + 1, names] as const));

const DAYS = numbered(table.WEEKDAYS);
const DAYS_IN_SHORT = numbered(table.WEEKDAYS_IN_SHORT);
const MONTHS = numbered(table.MONTHS);
/** The code of a unit by its name. */
export const UNIT_CODES = byName(Object.entries(table.UNITS));
/** Numbers by the word for them. */
export const NUMBERS_BY_WORD = byName(table.NUMBER_WORDS);

/** The tokens of each phrase of the tables, which is written as stems. */
const PHRASES = new Map<string, readonly string[]>();
const PHRASE_WORDS = 4;
const addPhrases = (phrases: string, tokens: readonly string[]) => {
  for (const phrase of phrases.split('|')) PHRASES.set(phrase.split(' ').map(stem).join(' '), tokens);
};
for (const [variant, phrases] of Object.entries(table.VARIANTS)) addPhrases(phrases, [`!${variant}`]);
for (const [property, phrases] of Object.entries(table.PROPERTIES)) addPhrases(phrases, [`#${property}`]);
addPhrases(table.USUAL, ['~usual']);
for (const [days, phrases] of table.SEVERAL_WEEKDAYS)
  addPhrases(
    phrases,
    [...days].map((day) => `@${day}`),
  );

/** The days from one to another, over the end of the week if need be. */
const daysFrom = (first: number, last: number): string[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => `@${((first - 1 + index) % 7) + 1}`);

/** What stands at the start of `words`: its tokens, and how many words that takes. */
type Read = { tokens: readonly string[]; length: number };

function readDays(words: readonly string[], dayOf: (word: string | undefined) => number | undefined): Read | null {
  const [first, between = '', after] = words;
  const day = dayOf(first);
  if (day === undefined) return null;
  const last = table.UNTIL.has(between) ? dayOf(after) : undefined;
  return last === undefined ? { tokens: [`@${day}`], length: 1 } : { tokens: daysFrom(day, last), length: 3 };
}

const isDayOfMonth = (word: string | undefined): word is string =>
  word !== undefined && /^(?:[12]?\d|3[01])$/.test(word);

/** `24 December`, `24 de diciembre`, `December 24`, or only the month. */
function readDate([first = '', second = '', third = '']: readonly string[]): Read | null {
  const isOf = second === 'de' || second === 'of';
  const monthAfter = MONTHS.get(isOf ? third : second);
  if (isDayOfMonth(first) && monthAfter !== undefined)
    return { tokens: [`@${monthAfter}-${Number(first)}`], length: isOf ? 3 : 2 };
  const month = MONTHS.get(first);
  if (month === undefined) return null;
  return isDayOfMonth(second)
    ? { tokens: [`@${month}-${Number(second)}`], length: 2 }
    : { tokens: [`@month-${month}`], length: 1 };
}

function readPhrase(words: readonly string[]): Read | null {
  for (let length = Math.min(PHRASE_WORDS, words.length); length > 0; length -= 1) {
    const tokens = PHRASES.get(words.slice(0, length).map(stem).join(' '));
    if (tokens) return { tokens, length };
  }
  return null;
}

function readWord(word: string, before: string | undefined): readonly string[] {
  if (isNumber(word)) return [String(readNumber(word))];
  const unit = isNumber(before) ? UNIT_CODES.get(word) : undefined;
  if (unit !== undefined) return [unit];
  if (table.STOP_WORDS.has(word) || isDash(word)) return [];
  const [, first, last] = table.COMPOUND.exec(word) ?? [];
  return first === undefined || last === undefined
    ? [stem(word)]
    : [stem(first), ...(readPhrase([last])?.tokens ?? [])];
}

/** The tokens of a text. Short names of weekdays count only `withShortDays`: "sun" may be another word. */
export function tokensOf(text: string, { withShortDays }: { withShortDays: boolean }): string[] {
  const dayOf = (word: string | undefined) =>
    word === undefined ? undefined : (DAYS.get(word) ?? (withShortDays ? DAYS_IN_SHORT.get(word) : undefined));
  const all = wordsIn(plainText(text));
  // A dash matters only between two days.
  const words = all.filter(
    (word, index) => !isDash(word) || (dayOf(all[index - 1]) !== undefined && dayOf(all[index + 1]) !== undefined),
  );
  const tokens: string[] = [];
  for (let index = 0; index < words.length;) {
    const rest = words.slice(index, index + PHRASE_WORDS);
    const [word = ''] = rest;
    const isUnit = isNumber(words[index - 1]) && UNIT_CODES.has(word);
    const read = readDays(rest, dayOf) ?? readDate(rest) ?? (isUnit ? null : readPhrase(rest));
    tokens.push(...(read?.tokens ?? readWord(word, words[index - 1])));
    index += read?.length ?? 1;
  }
  return tokens;
}
