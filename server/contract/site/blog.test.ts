import { describe, expect, test } from 'vitest';
import { findArticles } from './blog.ts';

const articles = [
  { title: 'A welcome email', excerpt: 'Ask one question.', tags: ['Email', 'Small shops'] },
  { title: 'Ranking locally', excerpt: 'Your town, your trade.', tags: ['SEO'] },
  { title: 'Your numbers', excerpt: 'Ten minutes a week. Write them down.', tags: ['Finance', 'Email'] },
];
const titles = (search: Parameters<typeof findArticles>[1]) => findArticles(articles, search).map(({ title }) => title);

describe('BLOG-1: search is a case-insensitive substring of title, excerpt or tag', () => {
  test.each([
    ['a title', { q: 'RANK' }, ['Ranking locally']],
    ['an excerpt', { q: 'your TOWN' }, ['Ranking locally']],
    ['a tag', { q: 'shops' }, ['A welcome email']],
    ['a tag and a title', { q: 'email' }, ['A welcome email', 'Your numbers']],
    ['spaces around it', { q: '  seo ' }, ['Ranking locally']],
    ['a chosen tag', { tag: 'Email' }, ['A welcome email', 'Your numbers']],
    ['both', { q: 'week', tag: 'Email' }, ['Your numbers']],
    ['regular expression syntax, taken literally', { q: '.*' }, []],
    ['words that span two tags', { q: 'email small' }, []],
    ['a tag in another spelling', { tag: 'email' }, []],
    ['an unknown tag', { tag: 'Pottery' }, []],
    ['nothing', {}, ['A welcome email', 'Ranking locally', 'Your numbers']],
    ['nothing but spaces', { q: '  ' }, ['A welcome email', 'Ranking locally', 'Your numbers']],
  ])('%s', (_name, search, found) => {
    expect(titles(search)).toEqual(found);
  });
});
