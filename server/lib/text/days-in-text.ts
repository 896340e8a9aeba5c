import {
  comesAgain,
  ENGLISH,
  fillSlot,
  MONTHS,
  NOT_AFTER,
  PHRASES_BY_WORD,
  toIso,
  WEEKDAYS,
  type Phrase,
  type Slots,
} from './day-phrases.ts';
import { wordsOf, type Word } from './words-of-text.ts';

/** A day, month or year that a text names. */
export type NamedDay = {
  start: number;
  end: number;
  /** ISO 8601: `2026-11-30`, `2026-12` or `2026`. */
  day: string;
  /** What else it could be, such as the same day of another year. */
  also: string[];
  /** It is relative to the day on which it was said, and clearly means one specific day. */
  isRelative: boolean;
  isEnglish: boolean;
};

function matchPhrase({ words: pattern }: Phrase, words: readonly Word[], at: number): Slots | null {
  let slots: Slots = { weekday: 0, count: 0, unit: 1 };
  for (const [index, part] of pattern.entries()) {
    const word = words[at + index]?.word;
    if (word === undefined) return null;
    if (part.startsWith('<')) {
      const filled = fillSlot(part, word);
      if (filled === null) return null;
      slots = { ...slots, ...filled };
    } else if (part !== word) return null;
  }
  return slots;
}

/** A named day, and how many words name it. */
type Reading = { named: NamedDay; length: number };

/** "From Tuesday to Saturday" applies to every week. */
function isRange(words: readonly Word[], at: number, length: number): boolean {
  const near = [...words.slice(Math.max(0, at - 3), at), ...words.slice(at + length, at + length + 3)];
  return near.some(({ word }) => WEEKDAYS.has(word));
}

const isRepeated = (words: readonly Word[], at: number, length: number): boolean =>
  comesAgain(
    words[at - 1]?.word ?? '',
    words.slice(at + length, at + length + 3).map(({ word }) => word),
  );

function readPhrase(words: readonly Word[], at: number, said: string): Reading | null {
  const [first] = words.slice(at, at + 1);
  if (!first || NOT_AFTER[first.word]?.includes(words[at - 1]?.word ?? '')) return null;
  for (const phrase of [...(PHRASES_BY_WORD.get(first.word) ?? []), ...(PHRASES_BY_WORD.get('<') ?? [])]) {
    const slots = matchPhrase(phrase, words, at);
    if (slots === null) continue;
    const [day = said, ...also] = [phrase.read(said, slots)].flat();
    const { length } = phrase.words;
    const { end = first.end } = words[at + length - 1] ?? {};
    const isOneDay = !(phrase.words.includes('<w>') && isRange(words, at, length)) && !isRepeated(words, at, length);
    const isRelative = phrase.isRelative && isOneDay;
    return { named: { start: first.start, end, day, also, isRelative, isEnglish: ENGLISH.test(first.word) }, length };
  }
  return null;
}

const isDay = (year: number, month: number, date: number) =>
  month >= 1 && month <= 12 && date >= 1 && new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
const iso = (year: number, month: number, date: number) => toIso(Date.UTC(year, month - 1, date));

/** The next such day after it was said, and the same day in the years around it. */
function yearly(said: string, month: number, date: number): [string, ...string[]] | null {
  const year = Number(said.slice(0, 4));
  const days = [year, year + 1, year - 1].filter((one) => isDay(one, month, date)).map((one) => iso(one, month, date));
  const [first, ...others] = days.toSorted((a, b) => Number(a < said) - Number(b < said));
  return first === undefined ? null : [first, ...others];
}

const BETWEEN = new Set('st nd rd th er of de den the'.split(' '));

/** A month's name with a date and a year, or one of them, in any order. */
function readMonth(words: readonly Word[], at: number, said: string): Reading | null {
  const from = words[at];
  if (!from || !(MONTHS.has(from.word) || /^\d{1,2}$/.test(from.word))) return null;
  const found: { month?: number; date?: number; year?: number } = {};
  let last = at;
  for (let index = at; index < Math.min(at + 6, words.length); index += 1) {
    const { word = '' } = words[index] ?? {};
    if (BETWEEN.has(word)) continue;
    const month = MONTHS.get(word);
    if (month !== undefined && found.month === undefined) found.month = month;
    else if (/^\d{1,2}$/.test(word) && found.date === undefined && found.year === undefined) found.date = Number(word);
    else if (/^(?:19|20)\d{2}$/.test(word) && found.month !== undefined && found.year === undefined)
      found.year = Number(word);
    else break;
    last = index;
  }
  const { month, date, year } = found;
  if (month === undefined || (date === undefined && year === undefined)) return null;
  const days =
    date === undefined
      ? [`${year}-${String(month).padStart(2, '0')}`]
      : year === undefined
        ? yearly(said, month, date)
        : isDay(year, month, date)
          ? [iso(year, month, date)]
          : null;
  const [day, ...also] = days ?? [];
  if (day === undefined) return null;
  const end = words[last]?.end ?? from.end;
  const named = { start: from.start, end, day, also, isRelative: false, isEnglish: false };
  return { named, length: last - at + 1 };
}

/** Dates in figures: `2026-11-30`, `30.11.2026`, `11/30`. */
function daysInFigures(text: string, said: string): NamedDay[] {
  const found = [
    ...text.matchAll(/(?<![\d.,/-])(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[./](\d{1,2})(?:[./](\d{4}|\d{2}))?)(?!\d)/g),
  ];
  return found.flatMap(({ 0: written, 1: y, 2: m, 3: d, 4: one, 5: other, 6: short, index: start }) => {
    const at = { start, end: start + written.length, isRelative: false, isEnglish: false };
    if (y !== undefined) return isDay(Number(y), Number(m), Number(d)) ? [{ ...at, day: written, also: [] }] : [];
    const year = short === undefined ? null : Number(short.length === 2 ? `20${short}` : short);
    const orders = [
      [Number(other), Number(one)],
      [Number(one), Number(other)],
    ] as const;
    const [day, ...also] = orders.flatMap(([month, date]) =>
      year === null ? (yearly(said, month, date) ?? []) : isDay(year, month, date) ? [iso(year, month, date)] : [],
    );
    return day === undefined ? [] : [{ ...at, day, also }];
  });
}

/**
 * The days that a text names, in English, German, Spanish and French. `said` is the day on which it was said, as
 * YYYY-MM-DD: "next Friday" is the Friday of the following week, and "Friday" the coming one.
 */
export function daysInText(text: string, said: string): NamedDay[] {
  const words = wordsOf(text);
  const days = daysInFigures(text, said);
  for (let at = 0; at < words.length;) {
    const found = readMonth(words, at, said) ?? readPhrase(words, at, said);
    if (found) days.push(found.named);
    at += found?.length ?? 1;
  }
  return days.toSorted((a, b) => a.start - b.start);
}
