import { expect, test } from 'vitest';
import { trimBothEnds, trimEnd } from './trim.ts';

test('trimEnd removes the characters of a class from the end of a text, and nowhere else', () => {
  expect(trimEnd('a.b., ', /[.,\s]/)).toBe('a.b');
  expect(trimEnd('...', /\./)).toBe('');
  expect(trimEnd('', /\./)).toBe('');
});

test('trimBothEnds removes the characters of a class from both ends of a text', () => {
  expect(trimBothEnds('--a-b--', /-/)).toBe('a-b');
  expect(trimBothEnds('---', /-/)).toBe('');
});
