import { expect, it } from 'vitest';
import { chosenText, groupPages, pathOf, toggleGroup } from './page-groups.ts';

const aPage = (path: string, title = '') => ({
  url: `https://bigkiln.example${path}`,
  title,
  isRead: false,
  isChosen: false,
});
const pages = [aPage('/mugs/1', 'Moss mug'), aPage('/wholesale'), aPage('/mugs/2'), aPage('/caf%C3%A9/men%C3%BC')];
const shown = (query: string) =>
  groupPages(pages, query).map(({ folder, pages: found }) => [folder, ...found.map(({ url }) => pathOf(url))]);

it('pages are grouped by folder, with top-level pages first', () => {
  expect(shown('')).toEqual([
    ['', '/wholesale'],
    ['mugs', '/mugs/1', '/mugs/2'],
    ['café', '/café/menü'],
  ]);
});

it('pages are found by every word in their title and address', () => {
  expect(shown('MOSS mugs')).toEqual([['mugs', '/mugs/1']]);
  expect(shown('moss bowl')).toEqual([]);
  expect(shown('menü')).toEqual([['café', '/café/menü']]);
});

it('toggling a group selects as many of its pages as fit, and clears it if all are selected or no more fit', () => {
  const mugs = { folder: 'mugs', pages: pages.filter(({ url }) => url.includes('/mugs/')) };
  const both = toggleGroup(new Set(), mugs, 49);
  expect(both.size).toBe(2);
  expect(toggleGroup(both, mugs, 49).size).toBe(0);
  const some = toggleGroup(new Set(['other']), mugs, 2);
  expect([...some]).toEqual(['other', 'https://bigkiln.example/mugs/1']);
  expect([...toggleGroup(some, mugs, 2)]).toEqual(['other']);
});

it('the limit is said when it is reached', () => {
  expect(chosenText(12, 49)).toBe('12 of 49 pages chosen.');
  expect(chosenText(49, 49)).toBe('49 of 49 pages chosen. That’s as many as your team can read of one website.');
});
