import { describe, expect, it } from 'vitest';
import { shortName, usedText } from './fact-words.ts';

describe('BRAIN-40: a citation’s name', () => {
  it.each([
    ['Large bowl', '$42', 'Large bowl, $42'],
    ['Shipping', '', 'Shipping'],
    ['Orders over $90 ship free.', '', 'Orders over $90 ship free'],
    ['The smallest stoneware bowl with a lid', '$12', 'The smallest stoneware bowl…, $12'],
    ['Opening hours', 'Tuesday to Saturday, ten to six', 'Opening hours, Tuesday to Saturday…'],
    ['x'.repeat(80), '', `${'x'.repeat(32)}…`],
    [`${'x'.repeat(31)}🙂 more`, '', `${'x'.repeat(31)}…`],
    ['سعر الوعاء الكبير', '42', 'سعر الوعاء الكبير, 42'],
  ])('of %j, %j is %j', (subject, value, name) => {
    expect(shortName({ subject, value })).toBe(name);
    expect(name.isWellFormed()).toBe(true);
  });
});

it.each([
  [4, 9, 'Used 4 of the 9 facts I had.'],
  [2, 2, 'Used both facts I had.'],
  [9, 9, 'Used all 9 facts I had.'],
  [0, 9, 'I had 9 facts and used none.'],
  [1, 1, 'Used the one fact I had.'],
  [0, 1, 'I had one fact and didn’t use it.'],
])('BRAIN-42: %d of %d: %s', (used, had, text) => {
  expect(usedText(used, had, true)).toBe(text);
});

it.each([
  [4, 9, 'Used 4 of the 9 things I found.'],
  [9, 9, 'Used all 9 things I found.'],
  [0, 9, 'I found 9 things and used none.'],
  [1, 1, 'Used the one thing I found.'],
  [0, 1, 'I found one thing and didn’t use it.'],
])('BRAIN-42: with passages or messages among them, %d of %d: %s', (used, had, text) => {
  expect(usedText(used, had, false)).toBe(text);
});
