/**
 * The tokenizer for search: which words a text has, and which of them match what was typed. The browser and the server use
 * it as it is; the database indexes the same words, by the same expressions (`db/queries/chat/search-words.ts`).
 */

/** A longer word, such as an address, is found by its beginning. */
export const WORD_MAX = 60;
/** The longest number that is found without its separators, in digits. */
const NUMBER_MAX = 20;
/** Search covers this many characters of a message. */
const INDEXED_CHARACTERS = 100_000;
/** How many words of a search, with the parts of its numbers, are looked up: the longest ones, which are the rarest. */
const SEARCHED_WORDS_MAX = 8;
/** Words are found by beginnings of this length or more. Thousands of words may share a shorter one. */
const BEGINNING_MIN = 3;

// Parts of regular expressions that mean the same in JavaScript and in PostgreSQL, whatever the database's locale.

/** What NFKD separates from a letter, vowel signs of Hebrew and Arabic, and soft hyphens. */
export const MARKS =
  '\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f';
/** Letters without a decomposition, in lower case. */
export const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
};
/** The separators between words. One of the ranges includes capital letters, which never occur in a folded text. */
export const SEPARATORS =
  '\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u05be\u05c0\u05c3\u060c\u061b\u061e\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe30-\ufe6f\ue000-\uf8ff\ufff0-\uffff\u{1f000}-\u{1faff}';
/** What people put between the digits of a phone number, an amount or a date. */
const BETWEEN_DIGITS = '[ .,:()/+\u2010-\u2015-]{1,3}';
/** The sign of a short name, such as C++ or C#. */
const SIGNED = '(?<![0-9a-z])[a-z][0-9a-z]{0,2}(?:[+][+]|[+#](?![0-9a-z]))';
const EMOJI = '[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\u{1f000}-\u{1f3fa}\u{1f400}-\u{1faff}]';
/** Extra tokens: numbers, names with a sign, emoji. */
const EXTRA_TOKENS = `[0-9]+(?:${BETWEEN_DIGITS}[0-9]+)*|${SIGNED}|${EMOJI}`;

/**
 * Scripts with a syllable or a word in each character, many of which put nothing between words: the rest of the clause
 * may follow a word, and two characters carry as much meaning as several letters.
 */
const DENSE_SCRIPTS =
  /[\u0e00-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\u{20000}-\u{3ffff}]/u;

const EVERY_MARK = new RegExp(`[${MARKS}]+`, 'gu');
const EVERY_LETTER = /[ßæœþøđðħıłŋŧς]/gu;
const EVERY_WORD = new RegExp(`[^${SEPARATORS}]+`, 'gu');
const EVERY_EXTRA_TOKEN = new RegExp(EXTRA_TOKENS, 'gu');
const EVERY_SIGNED = new RegExp(SIGNED, 'gu');
const EVERY_EMOJI = new RegExp(EMOJI, 'gu');
// A number in a search has at most eight parts.
const EVERY_NUMBER = new RegExp(`(?<![0-9a-z])[0-9]+(?:${BETWEEN_DIGITS}[0-9]+){1,7}(?![0-9a-z])`, 'gu');
/** Parts that are folded separately: plain ASCII, or a character with the marks and Korean letters it composes with. */
const EVERY_PIECE = /[\0-\x7f]+(?!\p{M})|[^][\p{M}\u1160-\u11ff\u314f-\u3163\uff9e\uff9f\uffc2-\uffdc]*/gu;
const ASCII = /^[\0-\x7f]*$/;

/**
 * A text in lower case, without accents, ligatures or widths. Syllables and signs that decompose into more than marks,
 * such as 간 and が, are whole.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(EVERY_MARK, '')
    .toLowerCase()
    .replace(EVERY_LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');

/** A part of a text. */
type Span = { start: number; end: number };

/** A folded text, and where each of its UTF-16 units came from. */
type Folded = { text: string; spanOf: (start: number, end: number) => Span };

function foldWithPlaces(text: string): Folded {
  if (ASCII.test(text)) return { text: text.toLowerCase(), spanOf: (start, end) => ({ start, end }) };
  let folded = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  const known = new Map<string, string>();
  const foldPiece = (piece: string) => {
    const found = known.get(piece) ?? fold(piece);
    known.set(piece, found);
    return found;
  };
  for (const { 0: piece, index: at } of text.matchAll(EVERY_PIECE)) {
    const isPlain = ASCII.test(piece);
    const plain = isPlain ? piece.toLowerCase() : foldPiece(piece);
    // A mark belongs to the letter before it.
    if (plain === '' && ends.length > 0) ends[ends.length - 1] = at + piece.length;
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(isPlain ? at + unit : at);
      ends.push(isPlain ? at + unit + 1 : at + piece.length);
    }
    folded += plain;
  }
  return { text: folded, spanOf: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }) };
}

type Word = Span & { word: string };

const cut = (word: string, max: number) => (word.length <= max ? word : [...word].slice(0, max).join(''));

/** The part of a message that search covers. */
export const indexedPart = (content: string): string => cut(content, INDEXED_CHARACTERS);

/** A number without its separators, starting at each of its parts: 555-0134 is found in 419-555-0134. */
function numbersIn({ 0: match, index }: RegExpExecArray): Word[] {
  const parts = [...match.matchAll(/[0-9]+/g)];
  return parts.map(({ index: start }, first) => {
    let word = '';
    let end = start;
    for (let at = first; at < parts.length && word.length < NUMBER_MAX; at += 1) {
      const [part] = parts[at] ?? [''];
      word += part;
      end = (parts[at]?.index ?? 0) + part.length;
    }
    return { word: cut(word, NUMBER_MAX), start: index + start, end: index + end };
  });
}

const toWord = ({ 0: word, index }: RegExpExecArray): Word => ({
  word: cut(word, WORD_MAX),
  start: index,
  end: index + word.length,
});

/** The words of a folded text, with their places. */
function* plainWords(folded: string): Generator<Word> {
  for (const match of folded.matchAll(EVERY_WORD)) yield toWord(match);
}

/** The extra tokens of a folded text, with their places. */
function* extraTokens(folded: string): Generator<Word> {
  for (const match of folded.matchAll(EVERY_EXTRA_TOKEN))
    yield* /^[0-9]/.test(match[0]) ? numbersIn(match) : [toWord(match)];
}

/** The words that a text is found by, each once. */
export function wordsOf(text: string): string[] {
  const folded = indexedPart(fold(indexedPart(text)));
  return [...new Set([...plainWords(folded), ...extraTokens(folded)].map(({ word }) => word))];
}

/**
 * A word that was searched for, or if `isBeginning` the beginning of one. A number with separators matches without
 * them, or by all of its `parts`.
 */
export type SearchedWord = { word: string; isBeginning: boolean; parts: Omit<SearchedWord, 'parts'>[] };

const toSearched = (word: string) => ({
  word,
  isBeginning: [...word].length >= BEGINNING_MIN || DENSE_SCRIPTS.test(word),
});

const longestFirst = (a: { word: string }, b: { word: string }) =>
  b.word.length - a.word.length || (a.word < b.word ? -1 : 1);

/** The words of a search, the longest first. All of them have to match. */
export function searchedWords(search: string): SearchedWord[] {
  const folded = fold(search);
  const numbers = [...folded.matchAll(EVERY_NUMBER)].map(([number]): SearchedWord => {
    const parts = [...number.matchAll(/[0-9]+/g)].map(([part]) => part);
    return { ...toSearched(cut(parts.join(''), NUMBER_MAX)), parts: parts.map(toSearched) };
  });
  const rest = folded.replace(EVERY_NUMBER, ' ');
  const beside = [...rest.matchAll(EVERY_SIGNED), ...rest.matchAll(EVERY_EMOJI)].map(([word]) => word);
  const words = [...rest.replace(EVERY_SIGNED, ' ').matchAll(EVERY_WORD)].map(([word]) => cut(word, WORD_MAX));
  const searched = [...numbers, ...[...beside, ...words].map((word) => ({ ...toSearched(word), parts: [] }))];
  const byWord = new Map(searched.map((one) => [one.word, one]));
  let left = SEARCHED_WORDS_MAX;
  return [...byWord.values()].toSorted(longestFirst).flatMap(({ parts, ...whole }) => {
    // A number needs an extra lookup for at least one of its parts.
    if (left < Math.min(parts.length, 1) + 1) return [];
    const looked = parts.toSorted(longestFirst).slice(0, left - 1);
    left -= 1 + looked.length;
    return [{ ...whole, parts: looked }];
  });
}

/**
 * Where a text has any of the words of a search, in order, without overlaps; up to so many characters after the first
 * one.
 */
export function findMatches(text: string, searched: readonly SearchedWord[], within = Infinity): Span[] {
  const looked = searched.flatMap(({ parts, ...whole }) => [whole, ...parts]);
  const folded = foldWithPlaces(text);
  const isMatch = ({ word }: Word) =>
    looked.some((one) => (one.isBeginning ? word.startsWith(one.word) : word === one.word));
  const matches = [plainWords(folded.text), extraTokens(folded.text)].flatMap((words) => {
    const found: Word[] = [];
    for (const word of words) {
      if (found[0] && word.start > found[0].start + within) break;
      if (isMatch(word)) found.push(word);
    }
    return found;
  });
  const spans: Span[] = [];
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start)) {
    const span = folded.spanOf(start, end);
    const last = spans.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else spans.push(span);
  }
  return spans;
}

/** Where a title contains what was typed, ignoring accents, case and character width. */
export function findTyped(title: string, search: string): Span[] {
  const typed = fold(search).trim();
  const folded = foldWithPlaces(title);
  const spans: Span[] = [];
  if (typed === '') return spans;
  for (let at = folded.text.indexOf(typed); at !== -1; at = folded.text.indexOf(typed, at + typed.length))
    spans.push(folded.spanOf(at, at + typed.length));
  return spans;
}

/** A text cut at spans: every other part is one of them. */
export function splitAtSpans(text: string, spans: readonly Span[]): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start), text.slice(start, end));
    at = end;
  }
  return [...parts, text.slice(at)];
}
