import { expect, test } from 'vitest';
import { codeIn, linksIn, splitLinks } from './text-links.ts';

test('a URL ends before the period of its sentence', () => {
  expect(linksIn('Open http://localhost:3000/auth/confirm?token=a-b_c. Or https://x.test/y, please.')).toEqual([
    'http://localhost:3000/auth/confirm?token=a-b_c',
    'https://x.test/y',
  ]);
});

test('only http and https become links, and nothing is lost', () => {
  const text = 'javascript:alert(1) ftp://x.test and https://a.test/b';
  const pieces = splitLinks(text);
  expect(pieces.filter((piece) => piece.isLink).map((piece) => piece.text)).toEqual(['https://a.test/b']);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

test('a code has six to eight digits and is not part of a URL', () => {
  expect(codeIn('Your code is 482915. Go to https://x.test/123456')).toBe('482915');
  expect(codeIn('https://x.test/123456 and 12345 and 123456789')).toBeNull();
});
