import { expect, it } from 'vitest';
import { ratingLabel, ratingText, readingText, usedByMeText, usesText } from './template-words.ts';

it.each([
  [0, 'Not used yet', 'Not used yet'],
  [1, '1 use', 'Used once'],
  [2, '2 uses', 'Used twice'],
  [1250, '1,250 uses', 'Used 1,250 times'],
])('%d uses in words', (uses, all, mine) => {
  expect(usesText(uses)).toBe(all);
  expect(usedByMeText(uses)).toBe(mine);
});

it('a rating has one decimal, and there is none before the first', () => {
  expect([ratingText(null), ratingText(4), ratingText(4.666)]).toEqual([null, '4.0', '4.7']);
  expect(ratingLabel({ rating: 4, ratings: 1 })).toBe('Rated 4.0 of 5 by 1 person');
  expect(ratingLabel({ rating: 4.666, ratings: 1200 })).toBe('Rated 4.7 of 5 by 1,200 people');
  expect(ratingLabel({ rating: null, ratings: 0 })).toBe('Not rated yet');
});

it('reading time is singular for one minute', () =>
  expect([1, 3].map(readingText)).toEqual(['1 minute to read', '3 minutes to read']));
