import { expect, it } from 'vitest';
import { changeText } from './change-text.ts';

it.each([
  ['$38', '$42', '+$4'],
  ['$44', '$40', '−$4'],
  ['$1,200', '$1,250.50', '+$50.50'],
  ['12 oz', '14 oz', '+2 oz'],
  ['$38', '€38', ''],
  ['$38', 'on request', ''],
  ['8 and 12 oz', '8 and 14 oz', ''],
])('the change from %s to %s reads as %s', (before, now, text) => {
  expect(changeText(before, now)).toBe(text);
});
