import { beforeAll, describe, expect, test } from 'vitest';
import type { Article } from '#server/content/articles/article.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { wellFormedXml } from '#tests/support/well-formed-xml.ts';
import { feeds } from './feeds.ts';

const SITE = 'http://localhost:3000';
type JsonFeed = { version: string; feed_url: string; items: Record<string, unknown>[] };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
const get = (path: string, headers: Record<string, string> = {}) => app.app.request(path, { headers });
const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe.each([
  ['/blog/feed.xml', 'application/rss+xml; charset=utf-8'],
  ['/blog/feed.json', 'application/feed+json; charset=utf-8'],
])('%s', (path, type) => {
  test('may be cached for an hour and is revalidated by its ETag', async () => {
    const first = await get(path);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('is sent compressed to browsers that accept it', async () => {
    const answer = await get(path, { 'accept-encoding': 'gzip' });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const whole = new Response(answer.body?.pipeThrough(new DecompressionStream('gzip')));
    expect(await whole.text()).toBe(await (await get(path)).text());
  });

  test('has every article in full, with absolute URLs', async () => {
    const text = await (await get(path)).text();
    const articles = app.container.services.blog.articles();
    for (const { slug } of articles) expect(text).toContain(`${SITE}/blog/${slug}`);
    expect(text).not.toMatch(/href=\\?"\//);
    expect(text.length).toBeGreaterThan(articles.reduce((sum, { html }) => sum + html.length, 0));
  });
});

describe('RSS 2.0', () => {
  test('is well-formed and names its address, authors and topics', async () => {
    const xml = await (await get('/blog/feed.xml')).text();
    const articles = app.container.services.blog.articles();
    expect(wellFormedXml(xml)).toBe(true);
    expect(xml).toContain('<rss version="2.0"');
    expect(xml).toContain(`<atom:link href="${SITE}/blog/feed.xml" rel="self" type="application/rss+xml"/>`);
    expect(xml).toContain('<guid isPermaLink="true">http://localhost:3000/blog/welcome-email-people-answer</guid>');
    expect(xml).toContain('<pubDate>Sat, 14 Nov 2026 00:00:00 GMT</pubDate>');
    expect(xml).toContain('<dc:creator>Emmie, Email Marketing Expert</dc:creator>');
    expect(xml).toContain('<category>Small shops</category>');
    expect(occurrences(xml, '<item>')).toBe(articles.length);
    expect(occurrences(xml, '<content:encoded>')).toBe(articles.length);
  });

  test('stays well-formed whatever a title contains', async () => {
    const [first] = app.container.services.blog.articles();
    if (!first) throw new Error('there is no article');
    const article: Article = {
      ...first,
      slug: 'odd',
      title: 'Tea & <b>cake</b> ]]> end',
      excerpt: '"Quoted" & more',
      tags: ['R&D', '<tag>'],
      author: { ...first.author, role: 'Salt & Pepper' },
    };
    const xml = await (
      await feeds({ publicUrl: SITE, blog: { articles: () => [article] } }).request('/blog/feed.xml')
    ).text();
    expect(wellFormedXml(xml)).toBe(true);
    expect(xml).toContain('R&amp;D');
  });

  test('is well-formed without any article', async () => {
    const empty = feeds({ publicUrl: SITE, blog: { articles: () => [] } });
    expect(wellFormedXml(await (await empty.request('/blog/feed.xml')).text())).toBe(true);
  });
});

test('JSON Feed 1.1 has what its specification requires', async () => {
  const feed = (await (await get('/blog/feed.json')).json()) as JsonFeed;
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Tenfold Blog',
    home_page_url: `${SITE}/blog`,
    feed_url: `${SITE}/blog/feed.json`,
  });
  expect(feed.items).toHaveLength(app.container.services.blog.articles().length);
  expect(feed.items[0]).toMatchObject({
    id: `${SITE}/blog/welcome-email-people-answer`,
    url: `${SITE}/blog/welcome-email-people-answer`,
    title: 'How to write a welcome email people answer',
    content_html: expect.stringContaining('<p class="first">'),
    date_published: '2026-11-14T00:00:00.000Z',
    authors: [{ name: 'Emmie, Email Marketing Expert' }],
    tags: ['Email', 'Onboarding', 'Writing', 'Retention', 'Small shops'],
  });
});
