import { expect, test } from 'vitest';
import { compareFiles } from './compare-files.ts';

const passage = (text: string, headings: string[] = []) => ({
  id: text,
  position: 0,
  pageUrl: null,
  headings,
  page: null,
  sheet: null,
  rows: headings.length > 0 ? [] : [1],
  text,
});

test('cells without a column name are compared by their place', () => {
  const { changed } = compareFiles([passage('Bowl; $10; 5 in stock')], [passage('Bowl; $12; 5 in stock')]);
  expect(changed).toEqual([{ item: 'Bowl', label: '', before: '$10', value: '$12' }]);
});

test('a change in running text shows the words that changed', () => {
  const [before, now] = ['Free shipping from $50 in the US.', 'Free shipping from $75 in the US.'];
  const { changed, changedCount } = compareFiles([passage(before, ['Shipping'])], [passage(now, ['Shipping'])]);
  expect(changedCount).toBe(1);
  expect(changed).toEqual([{ item: 'Shipping', label: '', before: '$50', value: '$75' }]);
});
