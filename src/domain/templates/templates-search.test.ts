import { expect, it } from 'vitest';
import { parseTemplateSearch, parseTemplatesSearch } from './templates-search.ts';

it('a URL keeps what the list of templates shows, and drops what can’t be used', () => {
  const search = { q: ' welcome ', category: 'email', show: 'yours', folder: 'Newsletters', sort: 'rating' };
  expect(parseTemplatesSearch(search)).toEqual({ ...search, q: 'welcome' });
  expect(parseTemplatesSearch({ q: 'x'.repeat(201), category: 7, sort: '' })).toEqual({});
});

it('a template’s URL says whether it is changed, and which answer a new one begins with', () => {
  const message = '0b9e4a3c-6a39-4f0e-9d0b-0a6f2b7f7a11';
  expect(parseTemplateSearch({ edit: 'yes', message })).toEqual({ edit: 'yes', message });
  expect(parseTemplateSearch({ edit: 7, message: 'an answer' })).toEqual({});
});
