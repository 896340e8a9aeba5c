import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Section } from '#server/gateways/documents/reading.ts';
import { MAX_CHARACTERS, MAX_WORDS, splitIntoPassages } from './split-into-passages.ts';

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0;
const bare = (text: string) => text.replaceAll(/\s+/g, '');
const section = (text: string, rest: Partial<Section> = {}): Section => ({
  path: ['Terms'],
  place: { page: 2 },
  text,
  ...rest,
});
const aSentence = 'We ship every order within two working days of the payment. ';

describe('a document is split into passages', () => {
  it('keeps what fits in one, with its headings and its page', () => {
    const text = 'Large bowls cost $38.\n\nSmall bowls cost $22.';
    expect(splitIntoPassages([section(text, { path: ['Prices', 'Bowls'] })])).toEqual([
      { path: ['Prices', 'Bowls'], place: { page: 2 }, text },
    ]);
  });

  it('never joins two pages or two headings', () => {
    const sections = [
      section('One.'),
      section('Two.', { place: { page: 3 } }),
      section('Three.', { path: ['Returns'] }),
    ];
    expect(splitIntoPassages(sections).map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('divides a long section by paragraphs, into passages of about the same length', () => {
    const paragraph = aSentence.repeat(10).trim();
    const passages = splitIntoPassages([section(Array.from({ length: 6 }, () => paragraph).join('\n\n'))]);
    expect(passages.map(({ text }) => text)).toEqual([
      `${paragraph}\n\n${paragraph}`,
      `${paragraph}\n\n${paragraph}`,
      `${paragraph}\n\n${paragraph}`,
    ]);
  });

  it('divides a long paragraph by sentences', () => {
    const passages = splitIntoPassages([section(aSentence.repeat(80))]);
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages) expect(text).toMatch(/^We ship .*payment\.$/);
  });

  it('divides text without spaces without cutting a character in half', () => {
    const passages = splitIntoPassages([section('🫖'.repeat(2_000))]);
    expect(passages.map(({ text }) => text).join('')).toBe('🫖'.repeat(2_000));
    for (const { text } of passages) expect(text.isWellFormed()).toBe(true);
  });

  it('puts rows of one table together and knows the row of each line', () => {
    const rows = [2, 3, 5].map((row) => section(`Item: Bowl ${row}; Price: $38`, { place: { sheet: 'Prices', row } }));
    expect(splitIntoPassages([...rows, section('Name: Jonas', { place: { sheet: 'People', row: 2 } })])).toEqual([
      {
        path: ['Terms'],
        place: { sheet: 'Prices', row: 2 },
        text: 'Item: Bowl 2; Price: $38\nItem: Bowl 3; Price: $38\nItem: Bowl 5; Price: $38',
        rows: [2, 3, 5],
      },
      { path: ['Terms'], place: { sheet: 'People', row: 2 }, text: 'Name: Jonas', rows: [2] },
    ]);
  });

  const aText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.constantFrom('bowl ', 'price.\n\n', 'a\n', '。', '价格', '🫖', '- ', 'x'.repeat(700)), {
        maxLength: 400,
      })
      .map((parts) => parts.join('')),
    fc.array(fc.lorem({ maxCount: 8, mode: 'sentences' }), { maxLength: 60 }).map((parts) => parts.join(' ')),
  );
  const aSection = fc.record({
    path: fc.array(fc.constantFrom('Prices', 'Bowls'), { maxLength: 2 }),
    place: fc.oneof(
      fc.record({ page: fc.nat(3) }),
      fc.record({ sheet: fc.constantFrom('A', 'B'), row: fc.integer({ min: 1, max: 9 }) }),
    ),
    text: aText,
  });

  it('whatever the text: nothing is lost or doubled, and each passage keeps to the limits', () => {
    fc.assert(
      fc.property(fc.array(aSection, { maxLength: 6 }), (sections) => {
        const passages = splitIntoPassages(sections);
        expect(bare(passages.map(({ text }) => text).join(''))).toBe(bare(sections.map(({ text }) => text).join('')));
        for (const { text, rows } of passages) {
          expect(text.trim()).toBe(text);
          expect(text).not.toBe('');
          expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
          expect(countWords(text)).toBeLessThanOrEqual(MAX_WORDS);
          if (rows) expect(rows).toHaveLength(text.split('\n').length);
        }
      }),
      { numRuns: 300 },
    );
  });
});
