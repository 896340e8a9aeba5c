import { expect, it } from 'vitest';
import { FACT_KINDS, FACT_SEARCH_MAX, FACT_STATES } from '#contract/brain/brain.ts';
import { parseBrainSearch } from './brain-search.ts';

const NOTHING = { tab: undefined, q: undefined, kind: undefined, state: undefined };

it.each([
  [
    { q: ' bowl ', kind: 'product', state: 'suggested' },
    { q: 'bowl', kind: 'product', state: 'suggested' },
  ],
  [{ tab: 'answers' }, { tab: 'answers' }],
  [{ tab: 'facts' }, {}],
  [{ q: '   ' }, {}],
  [{ q: 7, kind: ['product'], state: null }, {}],
])('the Brain page reads %j as %j', (search, used) => {
  expect(parseBrainSearch(search)).toEqual({ ...NOTHING, ...used });
});

it('words of any length that the server accepts are kept, and so is every kind and state', () => {
  expect(parseBrainSearch({ q: 'x'.repeat(FACT_SEARCH_MAX) }).q).toHaveLength(FACT_SEARCH_MAX);
  expect(parseBrainSearch({ q: 'x'.repeat(FACT_SEARCH_MAX + 1) })).toEqual(NOTHING);
  for (const kind of FACT_KINDS) expect(parseBrainSearch({ kind }).kind).toBe(kind);
  for (const state of FACT_STATES) expect(parseBrainSearch({ state }).state).toBe(state);
});
