import { createDateNames } from '#contract/dates.ts';

/**
 * The languages that a format may name (`[$-407]`), by Windows' number for each. Without one it is the reader's:
 * English here.
 */
const LANGUAGES: Record<string, string> = {
  '409': 'en',
  '809': 'en-GB',
  '407': 'de',
  '807': 'de-CH',
  '40c': 'fr',
  '40a': 'es',
  c0a: 'es',
  '410': 'it',
  '413': 'nl',
  '416': 'pt-BR',
  '816': 'pt',
};
const TOKEN =
  /"([^"]*)"|\\(.)|\[\$-([0-9a-f]{1,8})\]|\[(h+|m+|s+)\]|am\/pm|a\/p|y{1,4}|m{1,5}|d{1,4}|h{1,2}|s{1,2}|\.0{1,3}|[-/.,: ]|_.|\*./giy;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

type Token = {
  kind: 'literal' | 'elapsed' | 'half' | 'fraction' | 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';
  text: string;
};
const KINDS: Record<string, Token['kind']> = { y: 'year', m: 'month', d: 'day', h: 'hour', s: 'second' };

function toToken([text = '', quoted, escaped, , elapsed]: RegExpExecArray): Token {
  const lower = text.toLowerCase();
  if (elapsed !== undefined) return { kind: 'elapsed', text: elapsed.toLowerCase() };
  if (quoted !== undefined || escaped !== undefined) return { kind: 'literal', text: quoted ?? escaped ?? '' };
  if (lower === 'am/pm' || lower === 'a/p') return { kind: 'half', text: lower };
  if (text.startsWith('.0')) return { kind: 'fraction', text };
  if (/^[_*[]/.test(text)) return { kind: 'literal', text: '' };
  return { kind: KINDS[lower.charAt(0)] ?? 'literal', text: lower };
}

/** The tokens of a format, and its language; null if any of them doesn't belong to a date or time. */
function readTokens(section: string): { tokens: Token[]; language: string } | null {
  const tokens: Token[] = [];
  let language = 'en';
  TOKEN.lastIndex = 0;
  for (let end = 0; end < section.length; end = TOKEN.lastIndex) {
    const found = TOKEN.exec(section);
    if (!found) return null;
    const lcid = found[3]?.toLowerCase().replace(/^0+/, '').slice(-4);
    if (lcid !== undefined) {
      const named = LANGUAGES[lcid.replace(/^[f0]+/, '')];
      if (named === undefined) return null;
      language = named;
    }
    tokens.push(toToken(found));
  }
  return { tokens, language };
}

/** After hours and before seconds, m stands for minutes. */
function findMinutes(tokens: Token[]): Token[] {
  const timed = tokens.map(({ kind, text }, index) => ({ kind, text, index })).filter(({ kind }) => kind !== 'literal');
  return tokens.map((token, index) => {
    if (token.kind !== 'month' || token.text.length > 2) return token;
    const at = timed.findIndex((one) => one.index === index);
    const [before, after] = [timed[at - 1], timed[at + 1]];
    const isAfterHours = before?.kind === 'hour' || (before?.kind === 'elapsed' && before.text.startsWith('h'));
    return isAfterHours || after?.kind === 'second' ? { ...token, kind: 'minute' } : token;
  });
}

/**
 * Whether a reader could take the month for the day: 03/04/2026. With periods, the day always comes first.
 */
function isAmbiguous(tokens: Token[]): boolean {
  const parts = tokens.filter(({ kind }) => ['year', 'month', 'day'].includes(kind));
  const isNumeric = parts.some(({ kind, text }) => kind === 'month' && text.length <= 2);
  if (!isNumeric || parts.length === 1) return false;
  const [first] = parts;
  const hasShortYear = parts.some(({ kind, text }) => kind === 'year' && text.length <= 2);
  const hasPeriods = tokens.some(({ text }) => text.trim() === '.');
  return hasShortYear || !(first?.kind === 'year' || (hasPeriods && first?.kind === 'day'));
}

const padded = (value: number, text: string) => String(value).padStart(Math.min(text.length, 2), '0');

type Names = ReturnType<typeof createDateNames>;
type Moment = { date: Date; days: number; names: Names; isHalfDay: boolean };

function show({ kind, text }: Token, { date, days, names, isHalfDay }: Moment): string {
  const hours = date.getUTCHours();
  switch (kind) {
    case 'year':
      return text.length > 2 ? String(date.getUTCFullYear()) : String(date.getUTCFullYear()).slice(-2);
    case 'month':
      if (text.length > 4) return names.month.long.format(date).slice(0, 1);
      if (text.length > 2) return names.month[text.length === 3 ? 'short' : 'long'].format(date);
      return padded(date.getUTCMonth() + 1, text);
    case 'day':
      return text.length > 2
        ? names.day[text.length === 3 ? 'short' : 'long'].format(date)
        : padded(date.getUTCDate(), text);
    case 'hour':
      return padded(isHalfDay ? hours % 12 || 12 : hours, text);
    case 'minute':
      return padded(date.getUTCMinutes(), text);
    case 'second':
      return padded(date.getUTCSeconds(), text);
    case 'fraction':
      return (date.getUTCMilliseconds() / SECOND_MS).toFixed(text.length - 1).slice(1);
    case 'half':
      return text === 'a/p' ? (hours < 12 ? 'A' : 'P') : hours < 12 ? 'AM' : 'PM';
    case 'elapsed': {
      const unit = { h: DAY_MS / 24, m: DAY_MS / 1_440, s: SECOND_MS }[text.charAt(0)] ?? DAY_MS;
      return String(Math.floor(Math.round(days * DAY_MS) / unit)).padStart(text.length, '0');
    }
    case 'literal':
      return text;
    default:
      return kind satisfies never;
  }
}

/** Excel counts February 29, 1900, which never existed. */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The last day that Excel knows. */
const MAX_DAYS = 2_958_466;

/**
 * Writes days since Excel's first day as the format shows them: "November 12, 2026", "7:30 AM". Null if the format
 * isn't a date's, or if a reader could take its month for the day: such a date is written as 2026-11-12 elsewhere.
 */
export function createDateFormat(
  section: string,
  { is1904 }: { is1904: boolean },
): ((days: number) => string | null) | null {
  const read = readTokens(section);
  if (!read?.tokens.some(({ kind }) => kind !== 'literal' && kind !== 'fraction')) return null;
  const tokens = findMinutes(read.tokens);
  if (isAmbiguous(tokens)) return null;
  const isHalfDay = tokens.some(({ kind }) => kind === 'half');
  const step = tokens.some(({ kind }) => kind === 'fraction') ? 1 : SECOND_MS;
  const names = createDateNames(read.language);
  return (days) => {
    if (!(days >= 0 && days < MAX_DAYS)) return null;
    const time = Math.round((days * DAY_MS) / step) * step;
    const date = new Date((is1904 ? EPOCH_1904 : EPOCH) + time);
    return tokens
      .map((token) => show(token, { date, days, names, isHalfDay }))
      .join('')
      .trim();
  };
}
