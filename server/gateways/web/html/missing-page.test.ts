import { expect, test } from 'vitest';
import { isMissingPage } from './missing-page.ts';

const SHORT = [{ path: [], text: 'Please use the menu, or search our shop.' }];
const below = (heading: string) => [{ path: [heading], text: 'Please use the menu, or search our shop.' }];

test.each([
  'Page not found | Fern & Kiln',
  '404 Not Found',
  '404',
  'Error 404 – Fern & Kiln',
  'Fern & Kiln - Page Not Found',
  '404: This page could not be found',
  'Oops! That page can’t be found.',
  'Sorry, the page you are looking for doesn’t exist',
  'We couldn’t find that page',
  'Seite nicht gefunden - Töpferei Farn',
  'Página no encontrada',
  'Page introuvable',
  'ページが見つかりません',
])('a page with little but this title isn’t there, whatever its status: %s', (title) => {
  expect(isMissingPage(title, SHORT)).toBe(true);
  expect(isMissingPage('Fern & Kiln', below(title))).toBe(true);
});

test.each([
  ['404 Kitchen | Nashville', SHORT],
  ['Lost and found', SHORT],
  ['Open 404 days a year', SHORT],
  ['The 404', SHORT],
  ['This product is not available at the moment.', SHORT],
  ['Moss mug', [{ path: ['Product not available in your region'], text: 'Mugs $24' }]],
  ['Boots', [{ path: ['Boots'], text: 'This article is not available in size 42' }]],
  ['Moss mug', [{ path: [], text: 'Page not found in the old catalog?\nAsk us. Mugs $24' }]],
  ['How to fix a page that isn’t found', SHORT],
  [
    'Page not found: what it costs your shop',
    [{ path: [], text: 'Each visitor who lands there is lost. '.repeat(50) }],
  ],
  [null, [{ path: [], text: 'Mugs $24' }]],
])('a page that says something is read: %s', (title, sections) => {
  expect(isMissingPage(title, sections)).toBe(false);
});
