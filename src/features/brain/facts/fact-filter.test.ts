import { expect, it } from 'vitest';
import { filterOf, isFiltering } from './fact-filter.ts';

it('the filter in the URL knows kinds and states by name', () => {
  const filter = { q: 'bowl', kind: 'product', state: 'suggested' };
  expect(filterOf(filter)).toEqual(filter);
  expect(filterOf({ q: 'bowl', kind: 'recipe', state: 'unsure' })).toEqual({ q: 'bowl' });
});

it('the page shows the beginning of each kind unless something is filtered', () => {
  expect(isFiltering(filterOf({}))).toBe(false);
  expect(isFiltering(filterOf({ kind: 'recipe' }))).toBe(false);
  expect(isFiltering(filterOf({ q: 'bowl' }))).toBe(true);
  expect(isFiltering(filterOf({ state: 'forgotten' }))).toBe(true);
});
