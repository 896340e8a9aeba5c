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

function checkNumber({ min, max }: Extract<Blank, { kind: 'number' }>, value: number): Checked {
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

function checkDate(value: string): Checked {
  const day = value.trim();
  if (day === '') return 'empty';
  return isDay(day) ? { value: day } : { problem: NO_DAY };
}

function checkChoice({ choices }: Extract<Blank, { kind: 'choice' }>, value: string): Checked {
  if (value === '') return 'empty';
  return choices.some(({ id }) => id === value) ? { value } : { problem: 'Please choose one of these.' };
}

function checkValue(blank: Blank, value: BlankValue): Checked {
  if (blank.kind === 'number') return typeof value === 'number' ? checkNumber(blank, value) : WRONG_KIND;
  if (blank.kind === 'list') return Array.isArray(value) ? checkList(blank, value) : WRONG_KIND;
  if (typeof value !== 'string') return WRONG_KIND;
  if (blank.kind === 'date') return checkDate(value);
  return blank.kind === 'choice' ? checkChoice(blank, value) : checkText(blank, value);
}

/**
 * The values as a template takes them: trimmed, without empty ones and without those of unknown blanks. `problems` has a sentence for
 * each blank whose value doesn't fit. A required blank without a value isn't a problem here: `renderTemplate` lists it as missing.
 */
export function checkValues(
  blanks: readonly Blank[],
  values: BlankValues,
): { values: Record<string, BlankValue>; problems: Record<string, string> } {
  const accepted: [string, BlankValue][] = [];
  const problems: [string, string][] = [];
  for (const blank of blanks) {
    const value = valueOf(values, blank);
    const checked = value === undefined ? 'empty' : checkValue(blank, value);
    if (checked === 'empty') continue;
    if ('problem' in checked) problems.push([blank.name, checked.problem]);
    else accepted.push([blank.name, checked.value]);
  }
  return { values: Object.fromEntries(accepted), problems: Object.fromEntries(problems) };
}

/** Each blank's own example, as the values of a filled-in template. */
export const exampleValues = (blanks: readonly Blank[]): Record<string, BlankValue> =>
  Object.fromEntries(blanks.map(({ name, example }) => [name, example]));
