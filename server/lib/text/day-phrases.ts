import { numbersInWords } from './number-words.ts';

/*
 * How days are named relative to the day on which something is said, in English, German, Spanish and French. Words are
 * in lower case without accents, as `wordsOf` returns them.
 */

const DAY_MS = 86_400_000;
export const toIso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const toMs = (day: string) => Date.parse(`${day}T00:00:00Z`);
const addDays = (day: string, days: number) => toIso(toMs(day) + days * DAY_MS);
/** 0 is Monday. */
const weekdayOf = (day: string) => (new Date(toMs(day)).getUTCDay() + 6) % 7;
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toIso(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

const numbered = (names: string, from = 0): [string, number][] =>
  names.split(' ').map((name, index) => [name, index + from]);
export const WEEKDAYS = new Map([
  ...numbered('monday tuesday wednesday thursday friday saturday sunday'),
  ...numbered('montag dienstag mittwoch donnerstag freitag samstag sonntag'),
  ...numbered('lunes martes miercoles jueves viernes sabado domingo'),
  ...numbered('lundi mardi mercredi jeudi vendredi samedi dimanche'),
]);
export const MONTHS = new Map([
  ...numbered('january february march april may june july august september october november december', 1),
  ...numbered('jan feb mar apr may jun jul aug sep oct nov dec', 1),
  ...numbered('januar februar marz april mai juni juli august september oktober november dezember', 1),
  ...numbered('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre', 1),
  ...numbered('janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre', 1),
  ...numbered('sept', 9),
]);
/** Units in days; negative numbers are months. */
const UNITS = new Map(
  (
    [
      [1, 'day days tag tage tagen dia dias jour jours'],
      [7, 'week weeks woche wochen semana semanas semaine semaines'],
      [-1, 'month months monat monate monaten mes meses mois'],
      [-12, 'year years jahr jahre jahren ano anos an ans'],
    ] as const
  ).flatMap(([unit, names]) => names.split(' ').map((name): [string, number] => [name, unit])),
);
const ONES = new Set('a an one einem einer ein un una une'.split(' '));

const shift = (day: string, count: number, unit: number) =>
  unit < 0 ? addMonths(day, -unit * count) : addDays(day, unit * count);
/** The weekday of the week after this one; weeks begin on Mondays. */
const nextWeekday = (said: string, weekday: number) => addDays(said, 7 - weekdayOf(said) + weekday);
const comingWeekday = (said: string, weekday: number) => addDays(said, (weekday - weekdayOf(said) + 7) % 7);
const lastWeekday = (said: string, weekday: number) => addDays(said, -((weekdayOf(said) - weekday + 6) % 7) - 1);
const endOfMonth = (said: string) => addDays(`${addMonths(said, 1).slice(0, 7)}-01`, -1);
const endOfYear = (said: string) => `${said.slice(0, 4)}-12-31`;

/** What stands in a phrase for `<w>`, `<n>` and `<u>`. */
export type Slots = { weekday: number; count: number; unit: number };
type Reading = (said: string, slots: Slots) => string | string[];
/** `isRelative`: it clearly means one specific day. Rules also say "by Friday" or "at the end of the month". */
export type Phrase = { words: string[]; read: Reading; isRelative: boolean };
const phrases = (list: string, read: Reading, isRelative = true): Phrase[] =>
  list.split(' | ').map((phrase) => ({ words: phrase.split(' '), read, isRelative }));

const PHRASES: readonly Phrase[] = [
  ...phrases('day after tomorrow | ubermorgen | pasado manana | apres demain', (said) => addDays(said, 2)),
  ...phrases('day before yesterday | vorgestern | anteayer | avant hier', (said) => addDays(said, -2)),
  ...phrases('tomorrow | morgen | manana | demain', (said) => addDays(said, 1)),
  ...phrases('yesterday | gestern | ayer', (said) => addDays(said, -1)),
  ...phrases('today | tonight | heute | hoy | aujourd hui', (said) => said),
  ...phrases(
    'next <w> | nachsten <w> | nachster <w> | proximo <w> | <w> que viene | <w> proximo | <w> prochain',
    (said, { weekday }) => [nextWeekday(said, weekday), comingWeekday(said, weekday)],
  ),
  ...phrases('this <w> | coming <w> | diesen <w> | kommenden <w> | este <w> | ce <w>', (said, { weekday }) =>
    comingWeekday(said, weekday),
  ),
  ...phrases(
    'until <w> | till <w> | by <w> | from <w> | starting <w> | ab <w> | bis <w> | desde el <w> | hasta el <w> | partir del <w> | des <w> | jusqu a <w>',
    (said, { weekday }) => comingWeekday(said, weekday),
    false,
  ),
  ...phrases(
    'last <w> | past <w> | since <w> | letzten <w> | vergangenen <w> | seit <w> | <w> pasado | <w> dernier | depuis <w>',
    (said, { weekday }) => lastWeekday(said, weekday),
  ),
  ...phrases('<w>', (said, { weekday }) => [comingWeekday(said, weekday), lastWeekday(said, weekday)], false),
  ...phrases(
    'in <n> <u> | <n> <u> from now | en <n> <u> | dentro de <n> <u> | dans <n> <u>',
    (said, { count, unit }) => shift(said, count, unit),
    false,
  ),
  ...phrases(
    '<n> <u> ago | vor <n> <u> | hace <n> <u> | il y a <n> <u>',
    (said, { count, unit }) => {
      const day = shift(said, -count, unit);
      return unit > 0 ? day : [day.slice(0, unit === -1 ? 7 : 4), day];
    },
    false,
  ),
  ...phrases(
    'for <n> <u> | for the next <n> <u> | seit <n> <u> | fur <n> <u> | durante <n> <u> | pendant <n> <u>',
    (said, { count, unit }) => [shift(said, count, unit), shift(said, -count, unit)],
    false,
  ),
  ...phrases(
    'next week | nachste woche | proxima semana | semana que viene | semaine prochaine',
    (said) => nextWeekday(said, 0),
    false,
  ),
  ...phrases('next month | nachsten monat | proximo mes | mes que viene | mois prochain', (said) =>
    addMonths(said, 1).slice(0, 7),
  ),
  ...phrases('this month | diesen monat | este mes | ce mois', (said) => said.slice(0, 7)),
  ...phrases('last month | letzten monat | mes pasado | mois dernier', (said) => addMonths(said, -1).slice(0, 7)),
  ...phrases('next year | nachstes jahr | proximo ano | ano que viene | annee prochaine', (said) =>
    addMonths(said, 12).slice(0, 4),
  ),
  ...phrases('this year | dieses jahr | este ano | cette annee', (said) => said.slice(0, 4)),
  ...phrases('last year | letztes jahr | ano pasado | annee derniere', (said) => addMonths(said, -12).slice(0, 4)),
  ...phrases('end of this month | ende dieses monats | fin de este mes | fin de ce mois', endOfMonth),
  ...phrases(
    'end of month | end of the month | monatsende | ende des monats | fin de mes | fin du mois',
    endOfMonth,
    false,
  ),
  ...phrases('end of this year | ende dieses jahres | fin de este ano | fin de cette annee', endOfYear),
  ...phrases('end of the year | jahresende | ende des jahres | fin de ano | fin de l annee', endOfYear, false),
];

/** By their first word, the longest first. Those that begin with a slot are under `<`. */
export const PHRASES_BY_WORD = Map.groupBy(
  PHRASES.toSorted((a, b) => b.words.length - a.words.length),
  ({ words: [first = ''] }) => (first.startsWith('<') ? '<' : first),
);
/** "Jeden Morgen", "guten Morgen" and "por la mañana" don't name days. */
export const NOT_AFTER: Record<string, readonly string[]> = { morgen: ['am', 'guten', 'jeden', 'der'], manana: ['la'] };
const EVERY = new Set('every each jeden jeder jedes jede cada chaque'.split(' '));
const OF = new Set([...'of in im des del du de'.split(' '), ...EVERY]);
const PERIODS = new Set([
  ...MONTHS.keys(),
  ...'month months monat monats mes mois quarter quartal quartals trimestre year jahr jahres ano annee'.split(' '),
]);

/**
 * "Every last Friday" and "the last Friday of the month" recur. `before` and `after` are the words around them.
 */
export const comesAgain = (before: string, after: readonly string[]): boolean =>
  EVERY.has(before) || (OF.has(after[0] ?? '') && after.slice(0, 3).some((word) => PERIODS.has(word)));
export const ENGLISH =
  /^(?:to(?:day|night|morrow)|yesterday|day|end|next|this|last|past|since|coming|until|till|by|from|starting)$/;

const countOf = (word: string): number | null =>
  /^\d{1,3}$/.test(word) ? Number(word) : ONES.has(word) ? 1 : (numbersInWords(word)[0] ?? null);

/** What a word says in a slot of a phrase; null if it doesn't fit. */
export function fillSlot(slot: string, word: string): Partial<Slots> | null {
  const name = slot === '<w>' ? 'weekday' : slot === '<n>' ? 'count' : 'unit';
  const value = slot === '<w>' ? WEEKDAYS.get(word) : slot === '<n>' ? countOf(word) : UNITS.get(word);
  return value === undefined || value === null ? null : { [name]: value };
}
