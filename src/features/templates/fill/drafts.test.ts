import { expect, it } from 'vitest';
import type { Blank } from '#contract/templates/blanks.ts';
import { aBlank } from '#tests/support/browser/template-parts.ts';
import { countFilled, draftOf, numberProblem, parseTyped, placeholderOf, readNumber, valuesOf } from './drafts.ts';

const BLANKS: Blank[] = [
  aBlank({ name: 'event' }),
  aBlank({ name: 'price', kind: 'number', min: 0, max: 100, example: 5 }),
  aBlank({ name: 'news', kind: 'list', maxItems: 5, maxLength: 50, example: ['A bowl'] }),
  aBlank({
    name: 'audience',
    kind: 'choice',
    example: 'regulars',
    choices: [
      { id: 'regulars', label: 'Regulars', text: 'You know us.' },
      { id: 'new', label: 'New', text: 'Hello.' },
    ],
  }),
];
const known = { event: { value: 'Kiln opening', sources: [] }, price: { conflict: true as const, sources: [] } };

it('a field begins with what the team knows or empty, and what is typed takes its place', () => {
  const [event, price, news, audience] = BLANKS as [Blank, Blank, Blank, Blank]; // reason: the four above
  expect(draftOf(event, {}, known)).toBe('Kiln opening');
  expect(draftOf(event, { event: '' }, known)).toBe('');
  expect(draftOf(price, {}, known), 'facts that disagree fill nothing in').toBe('');
  expect(draftOf(news, {}, known)).toEqual([]);
  expect(draftOf(audience, {}, known), 'a choice that is needed').toBe('');
  expect(draftOf({ ...audience, isRequired: false }, {}, known)).toBe('');
  expect(draftOf(audience, { audience: 'new' }, known)).toBe('new');
});

it('values are what the server takes: numbers as numbers, nothing for an empty field', () => {
  const drafts = { event: '', price: '1,200.50', news: ['Bowls', ' '], audience: 'new' };
  const values = valuesOf(BLANKS, drafts, known);
  expect(values).toEqual({ price: 1200.5, news: ['Bowls'], audience: 'new' });
  expect(countFilled(BLANKS, values)).toBe(3);
  expect(countFilled(BLANKS, valuesOf(BLANKS, { news: [''] }, known)), 'no choice is preselected').toBe(1);
});

it.each([
  ['12', 12],
  ['-3', -3],
  ['1,234.5', 1234.5],
  ['12,5', 12.5],
  ['1,200', undefined],
  ['0.5', 0.5],
  ['', undefined],
  ['$5', undefined],
  ['1e9', undefined],
])('%j is read as the number %s', (typed, number) => expect(readNumber(typed)).toBe(number));

it('text in the field of a number is a problem, an empty field isn’t', () => {
  const price = BLANKS[1] as Blank; // reason: it is there
  const problems = ['ten', '1,200', '', '10'].map((typed) => numberProblem(price, typed));
  expect(problems).toEqual(['Please enter a number.', 'Please write 1200 or 1.2.', null, null]);
});

it('what this browser has kept is used only if all of it are drafts', () => {
  const drafts = { event: 'Kiln opening', news: ['Bowls', ''] };
  const kept = { drafts, guesses: ['news'] };
  expect(parseTyped(kept)).toEqual(kept);
  expect(parseTyped(drafts), 'from before there were guesses').toEqual({ drafts, guesses: [] });
  const others = [null, 'text', ['text'], { price: 5 }, { news: ['Bowls', 5] }, { news: { first: 'Bowls' } }];
  const odd = [{ drafts }, { drafts, guesses: 'news' }, { drafts: { price: 5 }, guesses: [] }];
  for (const other of [...others, ...odd]) expect(parseTyped(other), JSON.stringify(other)).toBeNull();
});

it('an empty field shows its example, cut after a word', () => {
  const shown = (example: string) => placeholderOf(aBlank({ name: 'event', example }) as never); // reason: of a text
  expect(shown('Kiln opening.\nSoup.')).toBe('Kiln opening. Soup.');
  expect(shown(`${'clay, '.repeat(13)}clay and glaze`)).toBe(`${'clay, '.repeat(12)}clay…`);
});
