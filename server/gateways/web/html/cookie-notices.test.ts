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
  'Our cookies are perfect for parties. Order on our website.',
  'Cookies for parties: order on our website, from $2 each.',
  'Our cookies are personalized with your logo. Order on this page.',
  'Cookies to go: we accept orders on our website.',
])('a bakery’s cookies are content: %s', (line) => {
  expect(left(line)).toEqual([`Mugs cost $24.\n${line}`]);
});

test('a line keeps the sentences that aren’t about the website’s cookies', () => {
  expect(left('We use cookies to improve our site. You can reject them. Bowls cost $30.')).toEqual([
    'Mugs cost $24.\nBowls cost $30.',
  ]);
  expect(left('Our oatmeal cookies cost $2. We use cookies to improve your experience. We accept cash.')).toEqual([
    'Mugs cost $24.\nOur oatmeal cookies cost $2. We accept cash.',
  ]);
});

test('a policy keeps what it says about cookies, and a section with nothing else is gone', () => {
  const line = 'We use cookies to improve your experience on our website.';
  expect(left(line, 'Privacy policy | Fern & Kiln')).toEqual([`Mugs cost $24.\n${line}`]);
  expect(withoutCookieNotices('Shop', [{ path: ['We value your privacy'], text: line }])).toEqual([]);
});
