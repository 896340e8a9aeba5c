import { expect, test } from 'vitest';
import { relatedTo } from './related.ts';

const named = (slug: string, ...tags: string[]) => ({ slug, tags });
const articles = [
  named('newest', 'SEO'),
  named('newer', 'Email'),
  named('middle', 'Writing', 'Email'),
  named('older', 'Writing'),
  named('oldest', 'Finance'),
];
const next = (...tags: string[]) => relatedTo(named('middle', ...tags), articles).map(({ slug }) => slug);

test('articles with more shared tags come first, then newer ones, at most three', () => {
  expect(next('Writing', 'Email')).toEqual(['newer', 'older', 'newest']);
  expect(next('Finance')).toEqual(['oldest', 'newest', 'newer']);
});

test('without shared tags the newest articles are related', () => {
  expect(next('Pottery')).toEqual(['newest', 'newer', 'older']);
});

test('a single article has no related ones', () => {
  expect(relatedTo(named('only', 'SEO'), [named('only', 'SEO')])).toEqual([]);
});
