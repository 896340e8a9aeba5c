import { expect, test } from 'vitest';
import { parseBlogSearch } from './blog-search.ts';

test.each([
  [{}, {}],
  [
    { q: 'mail', tag: 'SEO' },
    { q: 'mail', tag: 'SEO' },
  ],
  [{ q: ' mail ' }, { q: 'mail' }],
  [{ q: '', tag: '  ' }, {}],
  [{ q: ['a'], tag: 7 }, {}],
  [{ q: 'x'.repeat(500) }, { q: 'x'.repeat(100) }],
  [{ q: 'two\twords\u0000' }, { q: 'two words' }],
  // The cut falls inside the emoji.
  [{ q: `${'x'.repeat(99)}😀` }, { q: 'x'.repeat(99) }],
])('the query %j is read as %j', (query, read) => {
  expect(parseBlogSearch(query)).toEqual({ q: undefined, tag: undefined, ...read });
});
