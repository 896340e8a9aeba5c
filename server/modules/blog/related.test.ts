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

test('what has more tags in common comes first, then what is newer, and never more than three', () => {
  expect(next('Writing', 'Email')).toEqual(['newer', 'older', 'newest']);
  expect(next('Finance')).toEqual(['oldest', 'newest', 'newer']);
});

test('without anything in common it is the newest', () => {
  expect(next('Pottery')).toEqual(['newest', 'newer', 'older']);
});

test('an only article has nothing beside it', () => {
  expect(relatedTo(named('only', 'SEO'), [named('only', 'SEO')])).toEqual([]);
});
