import { describe, expect, it } from 'vitest';
import { aTemplate } from '#tests/support/browser/template-parts.ts';
import { categoryCounts, filterOf, filterTemplates, foldersOf } from './template-filter.ts';

const TEMPLATES = [
  aTemplate({ id: 'welcome', title: 'Welcome email', tags: ['onboarding'], uses: 3, rating: 4.5, ratings: 2 }),
  aTemplate({ id: 'launch', title: 'Product launch', category: 'social', uses: 9, isFavorite: true }),
  aTemplate({
    id: 'offer',
    title: 'Autumn offer',
    category: 'ads',
    description: 'For new products',
    rating: 5,
    ratings: 1,
  }),
  aTemplate({ id: 'mine', title: 'Kiln news', isOwn: true, folder: 'News', rating: 4.5, ratings: 3 }),
  aTemplate({ id: 'mine-2', title: 'Thanks', isOwn: true, folder: 'After sales', category: 'content' }),
];
const idsOf = (filter: Parameters<typeof filterTemplates>[1]) => filterTemplates(TEMPLATES, filter).map(({ id }) => id);

describe('spec 5: templates are searched by title, description or any tag', () => {
  it.each([
    ['WELCOME', ['welcome']],
    ['product', ['launch', 'offer']],
    ['board', ['welcome']],
    ['#onboarding', ['welcome']],
    ['nothing of the kind', []],
  ])('%j finds %j', (q, ids) => expect(idsOf({ q })).toEqual(ids));
});

it('favorites, own templates and their folders can be shown alone, with a category and a search on top', () => {
  expect(idsOf({ show: 'favorites' })).toEqual(['launch']);
  expect(idsOf({ show: 'yours' })).toEqual(['mine', 'mine-2']);
  expect(idsOf({ show: 'yours', folder: 'News' })).toEqual(['mine']);
  expect(idsOf({ show: 'yours', category: 'content', q: 'th' })).toEqual(['mine-2']);
});

it.each([
  [undefined, ['welcome', 'launch', 'offer', 'mine', 'mine-2']],
  ['used', ['launch', 'welcome', 'offer', 'mine', 'mine-2']],
  ['rating', ['offer', 'mine', 'welcome', 'launch', 'mine-2']],
  ['title', ['offer', 'mine', 'launch', 'mine-2', 'welcome']],
] as const)('sorted by %s', (sort, ids) => expect(idsOf({ sort })).toEqual(ids));

it('the filters count what is there, whatever is searched for', () => {
  const counts = categoryCounts(TEMPLATES, { q: 'kiln' }).map(({ count }) => count);
  expect(counts).toEqual([5, 2, 1, 1, 1]);
  expect(categoryCounts(TEMPLATES, { show: 'yours' }).map(({ count }) => count)).toEqual([2, 1, 0, 0, 1]);
});

it('folders are those of own templates, by name', () => expect(foldersOf(TEMPLATES)).toEqual(['After sales', 'News']));

it('a URL with names that don’t exist shows everything; a folder needs own templates', () => {
  expect(filterOf({ category: 'letters', show: 'all', sort: 'luck', folder: 'News' })).toEqual({});
  expect(filterOf({ show: 'yours', folder: 'News' })).toEqual({ show: 'yours', folder: 'News' });
});
