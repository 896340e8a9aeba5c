import { weekdayText } from '../dates.ts';
import { quotedName } from '../quoted-name.ts';
import type { Blank, BlankValue, BlankValues } from './blanks.ts';

// No schemas in here: it comes with the page that fills in a template.

/** The longest value of a blank, all items of a list together. */
export const BLANK_VALUE_MAX = 2_000;
export const NO_DAY = 'Please choose a date.';

/** Whether this is a day of the calendar, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

type Checked = { value: BlankValue } | { problem: string } | 'empty';

const tooLong = (max: number): Checked => ({
  problem: `Please keep this to ${max.toLocaleString('en-US')} characters.`,
});
const WRONG_KIND: Checked = { problem: 'Please fill this in again.' };

/** The value that a template was given for a blank. Names are a person's own, so what every object inherits doesn't count. */
export const valueOf = (values: BlankValues, { name }: Blank): BlankValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

const inOneLine = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

function checkText(blank: Extract<Blank, { kind: 'text' }>, value: string): Checked {
  const text = blank.isMultiline === true ? value.trim().replaceAll(/\r\n?/g, '\n') : inOneLine(value);
  if (text === '') return 'empty';
  return text.length > blank.maxLength ? tooLong(blank.maxLength) : { value: text };
}

function checkYear(
  { min, max }: Extract<Blank, { kind: 'number' }>,
  value: number,
  today: string | undefined,
): Checked {
  const last = today === undefined ? max : Math.min(max, Number(today.slice(0, 4)));
  const isFitting = Number.isInteger(value) && value >= min && value <= last;
  return isFitting ? { value } : { problem: `Please enter a year from ${min} to ${last}.` };
}

function checkNumber(blank: Extract<Blank, { kind: 'number' }>, value: number, today: string | undefined): Checked {
  if (blank.isPastYear === true) return checkYear(blank, value, today);
  const { min, max } = blank;
  const [least, most] = [min, max].map((bound) => bound.toLocaleString('en-US', { maximumFractionDigits: 6 }));
  return value >= min && value <= max ? { value } : { problem: `Please enter a number from ${least} to ${most}.` };
}

function checkList(blank: Extract<Blank, { kind: 'list' }>, value: readonly string[]): Checked {
  const items = value.map(inOneLine).filter((item) => item !== '');
  const { minItems = 1, maxItems, maxLength } = blank;
  if (items.length === 0) return 'empty';
  if (items.length < minItems) return { problem: `Please add at least ${minItems} items.` };
  if (items.length > maxItems)
    return { problem: `Please keep this to ${maxItems === 1 ? 'one item' : `${maxItems} items`}.` };
  const long = items.findIndex((item) => item.length > maxLength);
  if (long !== -1)
    return {
      problem: `Please keep each item to ${maxLength.toLocaleString('en-US')} characters. Number ${long + 1} is longer.`,
    };
  return items.join('').length > BLANK_VALUE_MAX ? tooLong(BLANK_VALUE_MAX) : { value: items };
}

/** How many days ahead a day is clear without its year. */
const DAYS_WITHOUT_YEAR = 330;
const daysBetween = (first: string, second: string): number => (Date.parse(second) - Date.parse(first)) / 86_400_000;

/** Whether a day needs no year: it is near today. Without today, such as in an example, none does. */
export function isYearClear(day: string, today: string | undefined): boolean {
  const ahead = today === undefined ? 0 : daysBetween(today, day);
  return ahead >= -30 && ahead <= DAYS_WITHOUT_YEAR;
}

type DateBlank = Extract<Blank, { kind: 'date' }>;

function checkDate({ weekday, isUpcoming }: DateBlank, value: string, today: string | undefined): Checked {
  const day = value.trim();
  if (day === '') return 'empty';
  if (!isDay(day)) return { problem: NO_DAY };
  if (weekday !== undefined && weekdayText(day, 'UTC') !== weekday) return { problem: `Please choose a ${weekday}.` };
  if (isUpcoming !== true || today === undefined) return { value: day };
  if (day < today) return { problem: 'This day is over. Please choose one that’s still to come.' };
  if (isYearClear(day, today)) return { value: day };
  return { problem: 'This is more than eleven months away. Please check the year.' };
}

/** What is wrong with the order of two days, as a sentence for the blank that has to come before or after the other. */
function findOrderProblem({ notBefore, notAfter }: DateBlank, day: string, others: Others): string | undefined {
  const [first, last] = [others(notBefore), others(notAfter)];
  if (first && day < first.day) return `This is before ${quotedName(first.label)}. Please choose a later day.`;
  if (last && day > last.day) return `This is after ${quotedName(last.label)}. Please choose an earlier day.`;
  return undefined;
}
/** The day of another blank, by its name, if it has one. */
type Others = (name: string | undefined) => { label: string; day: string } | undefined;

function checkChoice({ choices }: Extract<Blank, { kind: 'choice' }>, value: string): Checked {
  if (value === '') return 'empty';
  return choices.some(({ id }) => id === value) ? { value } : { problem: 'Please choose one of these.' };
}

function checkValue(blank: Blank, value: BlankValue, today: string | undefined): Checked {
  if (blank.kind === 'number') return typeof value === 'number' ? checkNumber(blank, value, today) : WRONG_KIND;
  if (blank.kind === 'list') return Array.isArray(value) ? checkList(blank, value) : WRONG_KIND;
  if (typeof value !== 'string') return WRONG_KIND;
  if (blank.kind === 'date') return checkDate(blank, value, today);
  return blank.kind === 'choice' ? checkChoice(blank, value) : checkText(blank, value);
}

/**
 * The values as a template takes them: trimmed, without empty ones and without those of unknown blanks. `problems` has
 * a sentence for each blank whose value doesn't fit, alone or with the others. A required blank without a value isn't a
 * problem here: `renderTemplate` lists it as missing. `today` is the owner's, as `YYYY-MM-DD`; without it, no day is
 * over.
 */
export function checkValues(
  blanks: readonly Blank[],
  values: BlankValues,
  today?: string,
): { values: Record<string, BlankValue>; problems: Record<string, string> } {
  const accepted = new Map<string, BlankValue>();
  const problems = new Map<string, string>();
  for (const blank of blanks) {
    const value = valueOf(values, blank);
    const checked = value === undefined ? 'empty' : checkValue(blank, value, today);
    if (checked === 'empty') continue;
    if ('problem' in checked) problems.set(blank.name, checked.problem);
    else accepted.set(blank.name, checked.value);
  }
  const dayOf: Others = (name) => {
    const other = blanks.find((blank) => blank.kind === 'date' && blank.name === name);
    const day = other && accepted.get(other.name);
    return other && typeof day === 'string' ? { label: other.label, day } : undefined;
  };
  for (const blank of blanks) {
    const day = blank.kind === 'date' ? dayOf(blank.name)?.day : undefined;
    const problem = blank.kind === 'date' && day !== undefined ? findOrderProblem(blank, day, dayOf) : undefined;
    if (problem !== undefined) problems.set(blank.name, problem);
  }
  for (const name of problems.keys()) accepted.delete(name);
  return { values: Object.fromEntries(accepted), problems: Object.fromEntries(problems) };
}

/** Each blank's own example, as the values of a filled-in template. */
export const exampleValues = (blanks: readonly Blank[]): Record<string, BlankValue> =>
  Object.fromEntries(blanks.map(({ name, example }) => [name, example]));
