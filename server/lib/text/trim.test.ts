import { expect, test } from 'vitest';
import { trimBothEnds, trimEnd } from './trim.ts';

test('a text loses the characters of a class at its end, and nowhere else', () => {
  expect(trimEnd('a.b., ', /[.,\s]/)).toBe('a.b');
  expect(trimEnd('...', /\./)).toBe('');
  expect(trimEnd('', /\./)).toBe('');
});

test('a text loses the characters of a class at both ends', () => {
  expect(trimBothEnds('--a-b--', /-/)).toBe('a-b');
  expect(trimBothEnds('---', /-/)).toBe('');
});
