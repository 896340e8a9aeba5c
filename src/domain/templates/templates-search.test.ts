import { expect, it } from 'vitest';
import { parseTemplatesSearch } from './templates-search.ts';

it('a URL keeps what the list of templates shows, and drops what can’t be used', () => {
  const search = { q: ' welcome ', category: 'email', show: 'yours', folder: 'Newsletters', sort: 'rating' };
  expect(parseTemplatesSearch(search)).toEqual({ ...search, q: 'welcome' });
  expect(parseTemplatesSearch({ q: 'x'.repeat(201), category: 7, sort: '' })).toEqual({});
});
