import { expect, test } from 'vitest';
import { searchText } from './search-text.ts';

test.each(['a', '0123456789', 'ana+1@example.com', ' ', 'ünïcödé 😀', 'constructor', 'x'.repeat(20)])(
  '%j is used unchanged',
  (text) => {
    expect(searchText(text, 20)).toBe(text);
  },
);

test.each([
  '',
  'x'.repeat(21),
  'a\u0000b',
  'a\nb',
  'half \uD83D',
  '\uDC00',
  12,
  true,
  null,
  undefined,
  ['a'],
  { a: 1 },
])('%j counts as missing', (value) => {
  expect(searchText(value, 20)).toBeUndefined();
});
