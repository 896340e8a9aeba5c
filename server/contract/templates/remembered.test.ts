import { expect, test } from 'vitest';
import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import { blankSchema, type Blank } from './blanks.ts';
import { memoryOf, rememberedValue, sentencesFor } from './remembered.ts';

/** A required text unless it says otherwise. */
const aBlank = (changes: Record<string, unknown> & { name: string }): Blank =>
  blankSchema.parse({
    label: changes.name,
    hint: '',
    isRequired: true,
    kind: 'text',
    example: 'Something',
    ...(changes.kind === undefined ? { maxLength: 300 } : {}),
    ...changes,
  });

const memory = (sentence: string, isLasting: boolean, words: string[] = []): Pick<Blank, 'from'> => ({
  from: { factKinds: ['people'], words, sentence, isLasting },
});
const hours = aBlank({ name: 'hours', ...memory('Our opening hours are {{hours}}.', true), ending: 'phrase' });
const event = aBlank({ name: 'event', ...memory('{{event}} is on {{day}}.', false) });
const day = aBlank({ name: 'day', kind: 'date', example: '2026-11-28', ...memory('{{event}} is on {{day}}.', false) });
const tips = aBlank({
  name: 'tips',
  label: 'Tips',
  kind: 'list',
  maxItems: 5,
  maxLength: 80,
  example: ['A'],
  ...memory('Care tip: {{tips}}', true),
});
const remedy = aBlank({
  name: 'remedy',
  ending: 'sentence',
  ...memory('If something has to be returned: {{remedy}}', true, ['return', 'broken']),
});
const BLANKS = [hours, event, day, tips, remedy];

test('only what has a sentence can be remembered', () => {
  expect(memoryOf(hours)).toMatchObject({ sentence: 'Our opening hours are {{hours}}.', isLasting: true });
  expect(memoryOf(aBlank({ name: 'owner', from: { profile: 'fullName' } }))).toBeNull();
  expect(memoryOf(aBlank({ name: 'shown', from: { factKinds: ['people'] } }))).toBeNull();
  expect(memoryOf(aBlank({ name: 'recipient' }))).toBeNull();
});

test('a value is remembered as one sentence with its subject', () => {
  expect(sentencesFor(BLANKS, hours, { hours: 'Tuesday to Saturday,\n10 to 6 p.m.' })).toEqual([
    'Our opening hours are Tuesday to Saturday, 10 to 6 p.m.',
  ]);
  expect(sentencesFor(BLANKS, tips, { tips: ['Wash it by hand.', 'Keep it dry.'] })).toEqual([
    'Care tip: Wash it by hand.',
    'Care tip: Keep it dry.',
  ]);
  expect(sentencesFor(BLANKS, hours, {})).toEqual([]);
  expect(sentencesFor(BLANKS, hours, { hours: 'x'.repeat(STATEMENT_MAX) })).toEqual([]);
});

test('a sentence that is found again by its own words is remembered as it was typed', () => {
  expect(sentencesFor(BLANKS, remedy, { remedy: 'If a cup arrives broken, write to us' })).toEqual([
    'If a cup arrives broken, write to us.',
  ]);
  expect(sentencesFor(BLANKS, remedy, { remedy: 'Write to us' })).toEqual([
    'If something has to be returned: Write to us.',
  ]);
});

test('a sentence about several blanks is remembered once all of them are filled in, with the year of its day', () => {
  expect(sentencesFor(BLANKS, day, { day: '2026-11-28' })).toEqual([]);
  const both = { event: 'Winter kiln opening', day: '2026-11-28' };
  for (const blank of [event, day])
    expect(sentencesFor(BLANKS, blank, both)).toEqual(['Winter kiln opening is on Saturday, November 28, 2026.']);
  expect(sentencesFor([day], day, both), 'a blank that was removed').toEqual([]);
});

test.each([
  [hours, 'Our opening hours are Tuesday to Saturday.', 'Tuesday to Saturday'],
  [hours, 'Our opening hours are 10 a.m. to 4 p.m.', '10 a.m. to 4 p.m.'],
  [hours, 'hours: 10 to 4', '10 to 4'],
  [hours, 'We’re open from 10 to 4.', null],
  [tips, 'Care tip: Wash it by hand.', 'Wash it by hand.'],
  [tips, 'Tips: Wash it by hand.', 'Wash it by hand.'],
  [day, 'Winter kiln opening is on Saturday, November 28, 2026.', null],
])('%#: the value of a blank is found in its own sentence, and only what lasts', (blank, statement, value) => {
  expect(rememberedValue(blank, statement)).toBe(value);
});
