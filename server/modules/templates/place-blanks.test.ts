import { describe, expect, test } from 'vitest';
import { exampleValues } from '#contract/templates/blank-values.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { placeBlanks, type SuggestedBlank } from './place-blanks.ts';

const TEXT = `Hello,

Fern & Kiln opens on Saturday, November 28. Bowls are $31, and the 12 best are
kept for you.

- Medium bowl in moss
- Espresso cups

See you at Fern & Kiln on Saturday, November 28. Bring this: $311.`;
const PROFILE = { fullName: 'Maya Lindqvist', businessName: 'Fern & Kiln', website: '' };
const blank = (quote: string, more: Partial<SuggestedBlank> = {}): SuggestedBlank => ({
  quote,
  label: 'Label',
  hint: '',
  kind: 'text',
  ...more,
});
const place = (...suggested: SuggestedBlank[]) => placeBlanks(TEXT, suggested, PROFILE);
const filledIn = ({ body, blanks }: ReturnType<typeof place>) =>
  renderTemplate({ text: { subject: null, body }, blanks }, exampleValues(blanks)).body;

describe('a suggested blank', () => {
  test('takes the place of its words wherever they are, but not within others', () => {
    const placed = place(
      blank('Saturday, November 28', { label: 'Day of the opening' }),
      blank('$31', { label: 'Price' }),
    );
    expect(placed.body.match(/\{\{dayOfTheOpening\}\}/g)).toHaveLength(2);
    expect(placed.body).toContain('Bowls are {{price}}, and');
    expect(placed.body).toContain('$311');
    expect(placed.blanks.map(({ name, label, example }) => [name, label, example])).toEqual([
      ['dayOfTheOpening', 'Day of the opening', 'Saturday, November 28'],
      ['price', 'Price', '$31'],
    ]);
    expect(filledIn(placed)).toBe(TEXT);
  });

  test('that is the name of the business comes from the profile', () => {
    expect(place(blank('Fern & Kiln')).blanks).toMatchObject([{ from: { profile: 'businessName' }, isRequired: true }]);
  });

  test('can be a list or a number', () => {
    const placed = place(
      blank('- Medium bowl in moss - Espresso cups', { kind: 'list', label: 'What’s new' }),
      blank('12', { kind: 'number', label: 'How many' }),
    );
    expect(placed.blanks).toMatchObject([
      { kind: 'list', name: 'whatSNew', example: ['Medium bowl in moss', 'Espresso cups'] },
      { kind: 'number', name: 'howMany', example: 12 },
    ]);
    expect(filledIn(placed)).toBe(TEXT);
  });

  test.each([
    ['words that the text doesn’t have', 'Tuesday'],
    ['no words', ' '],
    ['most of the text', TEXT.slice(0, 170)],
    ['a part of a word', 'Espres'],
  ])('for %s is left out', (_, quote) => {
    expect(place(blank(quote))).toEqual({ body: TEXT, blanks: [] });
  });

  test('within another is left out, and two of one label get names of their own', () => {
    const placed = place(
      blank('Saturday, November 28'),
      blank('November 28'),
      blank('$31'),
      blank('12', { label: '日' }),
    );
    expect(placed.blanks.map(({ name }) => name)).toEqual(['label', 'label2', 'blank']);
    expect(filledIn(placed)).toBe(TEXT);
  });

  test.each(['$31, (and', '.*', '[x]', String.raw`\d+`, 'kept for', '{{name}}', 'x'.repeat(5_000)])(
    'of odd words gives the text again: %s',
    (quote) => {
      expect(filledIn(place(blank(quote), blank('$31')))).toBe(TEXT);
    },
  );
});
