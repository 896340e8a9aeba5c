import { describe, expect, test } from 'vitest';
import { toPassages } from './source-reading.ts';

const bare = (text: string) => text.replaceAll(/\s+/g, '');
const said = async (text: string) =>
  (await toPassages([{ path: [], place: {}, text }], null)).map((passage) => passage.text);

describe('a long section', () => {
  test.each([
    ['paragraphs', 'We ship on Mondays.\n\n'.repeat(5_000)],
    ['one paragraph', 'We ship on Mondays. '.repeat(5_000)],
    ['words without an end', 'ship '.repeat(20_000)],
    ['no spaces at all', '\u{1FAD6}'.repeat(30_001)],
  ])('of %s is divided in portions, and nothing is lost', async (_, text) => {
    const passages = await said(text);
    expect(bare(passages.join(''))).toBe(bare(text));
    for (const passage of passages) expect(passage.isWellFormed()).toBe(true);
  });

  test('leaves room for others while it is divided', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await said('We ship on Mondays. '.repeat(40_000));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

test('text is as a table can hold it, and keeps its place', async () => {
  const [passage] = await toPassages(
    [{ path: ['A\u0000', '\uD800'], place: { sheet: 'Prices', row: 2 }, text: 'Bowl\u0000: $38 \uD800' }],
    'https://shop.example/',
  );
  expect(passage).toEqual({
    pageUrl: 'https://shop.example/',
    headings: ['A', '\uFFFD'],
    page: null,
    sheet: 'Prices',
    rows: [2],
    text: 'Bowl: $38 \uFFFD',
  });
});
