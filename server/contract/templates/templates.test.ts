import { describe, expect, test } from 'vitest';
import { checkValues } from './blank-values.ts';
import type { Blank } from './blanks.ts';
import { ownTemplateSchema } from './templates.ts';

const aBlank: Blank = {
  kind: 'text',
  name: 'who',
  label: 'Who',
  hint: '',
  example: 'Ada',
  isRequired: true,
  maxLength: 20,
};
const aList: Blank = { ...aBlank, kind: 'list', name: 'items', example: ['one', 'two'], minItems: 2, maxItems: 3 };

const aTemplate = (body: string, blanks: unknown[] = [aBlank], subject: string | null = null) => ({
  title: 'Mine',
  description: '',
  category: 'email',
  tags: [],
  text: { subject, body },
  blanks,
});

/** The sentences that a template of one's own is refused with. */
const faultsOf = (template: unknown) =>
  ownTemplateSchema.safeParse(template).error?.issues.map(({ message }) => message) ?? [];

describe('a template of one’s own', () => {
  test('keeps its text as it was typed, markup and scripts included', () => {
    const body = 'Hello {{who}}, <script>alert(1)</script> <b>{{ who }}</b> {x} & co';
    expect(ownTemplateSchema.parse(aTemplate(body)).text.body).toBe(body);
  });

  test.each([
    ['Hello {{you}}', [], 'The text has {{you}}, but there is no blank with that name.'],
    ['Hello {{you{{who}}}}', [], undefined],
    ['Hello', [aBlank], 'The blank “who” isn’t used in the text.'],
    ['Hello {{who}}', [aBlank, aBlank], 'Two blanks are called “who”.'],
    ['{{who}}'.repeat(1_000), [aBlank], 'The text has 1000 places for blanks. The most is 100.'],
    ['So: {{items}}', [aList], 'The list “items” needs a line of its own in the text.'],
    ['So:\n{{items}}', [aList], undefined],
    ['x'.repeat(10_001), [], 'Please keep the text to 10,000 characters.'],
    ['  ', [], 'Please write a text.'],
    ['{{who}}', [{ ...aBlank, example: 'x'.repeat(21) }], 'The example of “who” doesn’t fit the blank.'],
    ['{{who}}', [{ ...aBlank, name: '__proto__' }], expect.stringMatching(/^A name starts with/)],
    ['{{who}}', [{ ...aBlank, maxLength: 2_001 }], expect.any(String)],
    ['{{items}}', [{ ...aList, minItems: 4 }], 'The list “items” needs more items than it can have.'],
  ])('%#: is refused with a clear sentence', (body, blanks, fault) => {
    const blanksOf = body.includes('{{you{{') ? [aBlank] : blanks;
    const faults = faultsOf(aTemplate(body, blanksOf));
    if (fault === undefined) expect(faults).toEqual([]);
    else expect(faults).toContainEqual(fault);
  });

  test('a subject has one line, so no list fits into it', () => {
    expect(faultsOf(aTemplate('{{items}}', [aList], 'For {{items}}'))).toEqual([
      'The subject is one line, and the blank “items” can have several.',
    ]);
    expect(faultsOf(aTemplate('Hello', [], 'one\ntwo'))).toEqual(['Please keep this to one line.']);
  });

  test('has at most thirty blanks', () => {
    const blanks = Array.from({ length: 1_000 }, (_, at) => ({ ...aBlank, name: `b${at}` }));
    expect(faultsOf(aTemplate('Hello', blanks))).toEqual(['A template has at most 30 blanks.']);
  });
});

describe('values', () => {
  const common = { label: 'A label', hint: '', isRequired: true };
  const blanks: Blank[] = [
    aBlank,
    aList,
    { ...common, kind: 'text', name: 'long', example: 'a', maxLength: 100, isMultiline: true },
    { ...common, kind: 'number', name: 'places', example: 8, min: 2, max: 20 },
    { ...common, kind: 'number', name: 'visitors', example: 8, min: 0.5, max: 1_000_000 },
    { ...common, kind: 'date', name: 'day', example: '2026-11-28' },
    { ...common, kind: 'choice', name: 'pick', example: 'a', choices: [{ id: 'a', label: 'A', text: 'an a' }] },
  ];

  test('are trimmed, put in one line where there is one, and left out where they are empty or unknown', () => {
    const values = { who: ' Ada\r\nLee ', long: 'one\r\ntwo ', items: [' a ', '', 'b'], day: '', unknown: 'x' };
    expect(checkValues(blanks, values)).toEqual({
      values: { who: 'Ada Lee', long: 'one\ntwo', items: ['a', 'b'] },
      problems: {},
    });
  });

  test.each([
    ['who', 'x'.repeat(21), 'Please keep this to 20 characters.'],
    ['who', 5, 'Please fill this in again.'],
    ['items', ['one'], 'Please add at least 2 items.'],
    ['items', ['1', '2', '3', '4'], 'Please keep this to 3 items.'],
    ['items', ['one', 'x'.repeat(21)], 'Please keep each item to 20 characters. Number 2 is longer.'],
    ['items', 'one', 'Please fill this in again.'],
    ['places', 1, 'Please enter a number from 2 to 20.'],
    ['places', Number.NaN, 'Please enter a number from 2 to 20.'],
    ['visitors', 0, 'Please enter a number from 0.5 to 1,000,000.'],
    ['day', '2026-02-30', 'Please choose a date.'],
    ['pick', 'b', 'Please choose one of these.'],
  ])('%s: %j doesn’t fit, and a sentence says why', (name, value, problem) => {
    expect(checkValues(blanks, { [name]: value })).toEqual({ values: {}, problems: { [name]: problem } });
  });

  const days: Blank[] = [
    { ...common, label: 'First day', kind: 'date', name: 'first', example: '2026-11-28' },
    { ...common, kind: 'date', name: 'last', example: '2026-11-28', isUpcoming: true, notBefore: 'first' },
    { ...common, kind: 'date', name: 'reply', example: '2026-11-28', notAfter: 'last', notBefore: 'gone' },
    { ...common, kind: 'date', name: 'monday', example: '2026-11-30', weekday: 'Monday' },
    { ...common, kind: 'number', name: 'year', example: 2016, min: 1700, max: 2100, isPastYear: true },
  ];
  const TODAY = '2026-11-29';

  test.each([
    [{ first: '2026-12-02', last: '2026-12-01' }, 'last', 'This is before “First day”. Please choose a later day.'],
    [{ last: '2026-12-01', reply: '2026-12-02' }, 'reply', 'This is after “A label”. Please choose an earlier day.'],
    [{ last: '2026-11-28' }, 'last', 'This day is over. Please choose one that’s still to come.'],
    [{ last: '2027-12-01' }, 'last', 'This is more than eleven months away. Please check the year.'],
    [{ monday: '2026-12-01' }, 'monday', 'Please choose a Monday.'],
    [{ year: 2016.5 }, 'year', 'Please enter a year from 1700 to 2026.'],
    [{ year: 2027 }, 'year', 'Please enter a year from 1700 to 2026.'],
  ])('%j contradict each other or the calendar, and a sentence says how', (values, name, problem) => {
    expect(checkValues(days, values, TODAY).problems).toEqual({ [name]: problem });
    expect(checkValues(days, values, TODAY).values).not.toHaveProperty(name);
  });

  test('on the first and the last day that fit are fine', () => {
    const values = { first: TODAY, last: TODAY, reply: TODAY, monday: '2026-11-30', year: 2026 };
    expect(checkValues(days, values, TODAY)).toEqual({ values, problems: {} });
  });

  test('without today, as in an example, no day is over', () => {
    expect(checkValues(days, { last: '2020-01-01', year: 2100 }).problems).toEqual({});
  });
});
