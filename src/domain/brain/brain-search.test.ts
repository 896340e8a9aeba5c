import { describe, expect, it } from 'vitest';
import { FACT_SEARCH_MAX } from '#contract/brain/brain.ts';
import { isFiltered, parseBrainSearch } from './brain-search.ts';

describe('the query of the Brain page', () => {
  it.each([
    [
      { q: ' bowl ', kind: 'product', state: 'suggested' },
      { q: 'bowl', kind: 'product', state: 'suggested' },
    ],
    [{ kind: 'recipe', state: 'unsure' }, {}],
    [{ q: '   ' }, {}],
    [{ q: 'x'.repeat(FACT_SEARCH_MAX + 1) }, {}],
    [{ q: 7, kind: ['product'], state: null }, {}],
  ])('of %j, %j is used', (search, used) => {
    expect(parseBrainSearch(search)).toEqual({ q: undefined, kind: undefined, state: undefined, ...used });
  });

  it('is a filter if anything in it is used', () => {
    expect(isFiltered(parseBrainSearch({}))).toBe(false);
    expect(isFiltered(parseBrainSearch({ q: 'bowl' }))).toBe(true);
    expect(isFiltered(parseBrainSearch({ state: 'forgotten' }))).toBe(true);
  });
});
