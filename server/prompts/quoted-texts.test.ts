import { expect, test } from 'vitest';
import { withoutQuotes } from './quoted-texts.ts';

test.each([
  ['Large bowl: $38. Mug: $12.', ['Large bowl: $38'], '…. Mug: $12.'],
  ['Large bowl:\n $38 (28 cm)', ['large bowl: $38 (28 cm)'], '…'],
  ['It’s “handmade” [always].', [`It's "handmade" [always]`], '….'],
  ['Mug: $12. Mug: $12.', ['Mug: $12'], '…. ….'],
  ['Mug: $12', ['', ' ', 'Vase: $60'], 'Mug: $12'],
])('%j without %j is %j', (text, quotes, expected) => {
  expect(withoutQuotes(text, quotes)).toBe(expected);
});
