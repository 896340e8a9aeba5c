import { expect, test } from 'vitest';
import { withoutCookieNotices } from './cookie-notices.ts';

const left = (line: string, title: string | null = 'Shop') =>
  withoutCookieNotices(title, [{ path: [], text: `Mugs cost $24.\n${line}` }]).map(({ text }) => text);

test.each([
  'We use cookies to improve your experience on our website.',
  'This website uses cookies. By continuing to browse, you agree to our use of cookies.',
  'We and our partners store cookies on your device. You can accept or reject them at any time.',
  'Diese Website verwendet Cookies, um Ihr Erlebnis zu verbessern.',
  'Utilizamos cookies para mejorar su experiencia en este sitio.',
])('a sentence of a cookie banner isn’t content: %s', (line) => {
  expect(left(line)).toEqual(['Mugs cost $24.']);
});

test.each([
  'Our oatmeal cookies are baked every morning.',
  'We use cookies from our own oven in the ice cream sandwich.',
  'Cookies for parties: $2 each, from 24 pieces.',
  'Ask about our cookie policy: buy two, get one free.',
  'Use cookies from the freezer: bake for ten minutes.',
])('a bakery’s cookies are content: %s', (line) => {
  expect(left(line)).toEqual([`Mugs cost $24.\n${line}`]);
});

test('a policy keeps what it says about cookies, and a section with nothing else is gone', () => {
  const line = 'We use cookies to improve your experience on our website.';
  expect(left(line, 'Privacy policy | Fern & Kiln')).toEqual([`Mugs cost $24.\n${line}`]);
  expect(withoutCookieNotices('Shop', [{ path: ['We value your privacy'], text: line }])).toEqual([]);
});
