import { beforeAll, describe, expect, test } from 'vitest';
import type { ArticleCard } from '#contract/site/blog.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let all: ArticleCard[];
beforeAll(async () => {
  app = await createTestApp();
  all = await app.browser().api.blog.list.query();
});

const api = () => app.browser().api.blog;
const slugs = (cards: ArticleCard[]) => cards.map(({ slug }) => slug);

test('anyone can list the articles, newest first, without their text', async () => {
  expect(all.length).toBeGreaterThanOrEqual(4);
  expect(slugs(all)).toEqual(slugs(all.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))));
  expect(Object.keys(all[0] ?? {}).toSorted()).toEqual(
    ['slug', 'title', 'excerpt', 'author', 'publishedAt', 'readingTime', 'tags', 'featured'].toSorted(),
  );
});

test('a script can search the way the page does', async () => {
  expect(slugs(await api().list.query({ q: 'RANKING locally' }))).toEqual(['ranking-locally']);
  expect((await api().list.query({ tag: 'Email' })).every(({ tags }) => tags.includes('Email'))).toBe(true);
  expect(await api().list.query({ q: 'no such words', tag: 'Email' })).toEqual([]);
});

test('an article comes in full, with what to read next', async () => {
  const article = await api().article.query({ slug: 'welcome-email-people-answer' });
  expect(article).toMatchObject({
    slug: 'welcome-email-people-answer',
    author: { id: 'emmie', name: 'Emmie', role: 'Email Marketing Expert' },
    publishedAt: '2026-11-14',
    featured: true,
  });
  expect(article?.html).toMatch(/^<p class="first">/);
  expect(article?.contents.length).toBeGreaterThan(2);
  expect(article?.related).toHaveLength(3);
  expect(slugs(article?.related ?? [])).not.toContain('welcome-email-people-answer');
});

test('an unknown article is null', async () => {
  for (const slug of ['nothing-here', '../../package.json', 'constructor', '__proto__'])
    expect(await api().article.query({ slug })).toBeNull();
});

describe('unbounded input is refused', () => {
  const long = 'x'.repeat(101);
  test.each([{ q: long }, { tag: long }])('%j', async (search) => {
    await expect(api().list.query(search)).rejects.toMatchObject({ data: { appCode: 'INVALID_INPUT' } });
  });
  test('a slug', async () => {
    await expect(api().article.query({ slug: long })).rejects.toMatchObject({ data: { appCode: 'INVALID_INPUT' } });
  });
});
