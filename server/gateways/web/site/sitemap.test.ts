import { expect, test } from 'vitest';
import { parseSitemap } from './sitemap.ts';

const loc = (address: string) => `<url><loc>${address}</loc><lastmod>2026-11-01</lastmod></url>`;

test.each([
  [
    'a plain file',
    `<?xml version="1.0"?><urlset>${loc('https://a.com/1')}${loc('https://a.com/2')}</urlset>`,
    ['https://a.com/1', 'https://a.com/2'],
  ],
  ['spaces and entities', loc('\n  https://a.com/?a=1&amp;b=2\n'), ['https://a.com/?a=1&b=2']],
  ['marked text', loc('<![CDATA[https://a.com/?a=1&b=2]]>'), ['https://a.com/?a=1&b=2']],
  [
    'pictures',
    `<url><loc>https://a.com/1</loc><image:image><image:loc>https://a.com/1.jpg</image:loc></image:image></url>`,
    ['https://a.com/1'],
  ],
  ['a list of lines', 'https://a.com/1\r\n\nnot an address\nhttps://a.com/2', ['https://a.com/1', 'https://a.com/2']],
  ['an entry that is never closed', `${loc('https://a.com/1')}<url><loc>https://a.com/2`, ['https://a.com/1']],
  [
    'an entity that would grow',
    '<!DOCTYPE x [<!ENTITY a "aaaa">]><url><loc>https://a.com/&a;</loc></url>',
    ['https://a.com/&a;'],
  ],
  ['nothing', '', []],
])('a sitemap with %s', (_what, text, addresses) => {
  expect(parseSitemap(text)).toEqual({ isIndex: false, addresses });
});

test('an index is told from a list of pages', () => {
  const index =
    '<?xml version="1.0"?><sitemapindex xmlns="x"><sitemap><loc>https://a.com/s.xml</loc></sitemap></sitemapindex>';
  expect(parseSitemap(index)).toEqual({ isIndex: true, addresses: ['https://a.com/s.xml'] });
});

test.each([
  ['with 200,000 entries', loc('https://a.com/x').repeat(200_000), 10_000],
  ['with entries that never end', '<loc>'.repeat(500_000), 0],
  ['with addresses without end', `<loc>${'x'.repeat(1_000_000)}</loc>${loc('https://a.com/1')}`, 1],
])('a sitemap %s takes one pass', (_what, text, count) => {
  const before = performance.now();
  expect(parseSitemap(text).addresses).toHaveLength(count);
  expect(performance.now() - before).toBeLessThan(1_000);
});
