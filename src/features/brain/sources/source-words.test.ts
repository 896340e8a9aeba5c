import { describe, expect, it } from 'vitest';
import { extentText, isFirstPage, sourceLine, storageText, storageTone, shortName } from './source-words.ts';

const MB = 1024 * 1024;
const now = new Date(2026, 10, 23, 12);
const aSource = {
  kind: 'file',
  url: null,
  problem: null,
  leftOut: [],
  scope: 'team',
  isPrivate: false,
  replacesId: null,
  conversationId: null,
  isUsed: true,
  state: 'ready',
  progress: null,
  unit: 'page',
  count: 3,
  bytes: 2 * MB,
  factCount: 14,
  isLearning: false,
  waitsUntil: null,
  waitsFor: null,
  sitePages: null,
  hasChosenPages: false,
  sameAs: null,
  isRefreshed: false,
  addedAt: new Date(2026, 10, 12, 9, 31).toISOString(),
  readAt: new Date(2026, 10, 12, 9, 32).toISOString(),
} as const;

describe('SOURCE-22: the line under a source', () => {
  it.each([
    [{}, '14 facts · 3 pages, November 12'],
    [{ factCount: 1, count: 1 }, '1 fact · 1 page, November 12'],
    [{ factCount: 0 }, 'No facts · 3 pages, November 12'],
    [{ readAt: new Date(2026, 10, 23, 9).toISOString() }, '14 facts · 3 pages, today'],
    [{ unit: null, count: 0 }, '14 facts · 2 MB, November 12'],
    [{ isRefreshed: true, count: 23 }, '14 facts · 23 pages, weekly'],
    [{ isLearning: true }, '14 facts so far · 3 pages, November 12'],
    [{ isLearning: true, factCount: 0 }, 'Looking for facts · 3 pages, November 12'],
    [{ state: 'waiting', readAt: null }, 'Waiting to be read'],
    [{ state: 'waiting' }, 'Waiting to be read again'],
    [
      { state: 'waiting', waitsFor: 'limit', waitsUntil: new Date(2026, 10, 24, 1, 15).toISOString() },
      'Today’s limit has been reached. Reading continues November 24',
    ],
    [
      { state: 'waiting', waitsFor: 'website', waitsUntil: new Date(2026, 10, 23, 15, 15).toISOString() },
      'The website asked us to slow down. We’ll try again at 3:15 PM.',
    ],
    [
      { state: 'waiting', waitsFor: 'website', waitsUntil: new Date(2026, 10, 24, 9).toISOString() },
      'The website asked us to slow down. We’ll try again on November 24.',
    ],
    [{ kind: 'site', count: 50, sitePages: 503 }, '14 facts · 50 of 503 pages, November 12'],
    [{ kind: 'site', count: 5, sitePages: 6 }, '14 facts · 5 pages, November 12'],
    [{ kind: 'site', count: 5, sitePages: 6, hasChosenPages: true }, '14 facts · 5 of 6 pages, November 12'],
    [{ kind: 'site', count: 6, sitePages: 6 }, '14 facts · 6 pages, November 12'],
    [{ state: 'reading' }, 'Reading...'],
    [{ state: 'reading', progress: { done: 4, of: 11, unit: 'page' } }, 'Reading page 4 of 11'],
    [{ state: 'reading', progress: { done: 0, of: 1_200, unit: 'row' } }, 'Reading row 1 of 1,200'],
    [{ state: 'failed', addedAt: new Date(2026, 10, 23, 9, 31).toISOString() }, 'Added today, 9:31 AM'],
  ] as const)('with %j is %j', (changes, line) => {
    expect(sourceLine({ ...aSource, ...changes }, now)).toBe(line);
  });

  it('gives a size where nothing is counted', () => {
    const sizes = [1, 840 * 1024, 2.44 * MB].map((bytes) => extentText({ unit: null, count: 0, bytes }));
    expect(sizes).toEqual(['1 KB', '840 KB', '2.4 MB']);
  });
});

describe('SOURCE-23: the storage meter', () => {
  it.each([
    [0, 10 * MB, '0 of 10 MB', 'accent'],
    [1, 10 * MB, 'Under 0.1 of 10 MB', 'accent'],
    [62 * MB, 100 * MB, '62 of 100 MB', 'accent'],
    [80 * MB, 100 * MB, '80 of 100 MB', 'warning'],
    [9.04 * MB, 10 * MB, '9 of 10 MB', 'danger'],
    [2.25 * 1024 * MB, 5 * 1024 * MB, '2.3 of 5 GB', 'accent'],
    [120 * MB, 10 * MB, '120 of 10 MB', 'danger'],
  ])('with %d of %d bytes reads %j', (usedBytes, limitBytes, text, tone) => {
    expect(storageText({ usedBytes, limitBytes })).toBe(text);
    expect(storageTone({ usedBytes, limitBytes })).toBe(tone);
  });
});

it.each([
  ['fernandkiln.example', true],
  [' https://fernandkiln.example/ ', true],
  ['fernandkiln.example/prices', false],
  ['https://fernandkiln.example/?page=2', false],
])('with %j, the whole site is added: %j', (address, isSite) => {
  expect(isFirstPage(address)).toBe(isSite);
});

it('a long name keeps its beginning and its ending', () => {
  expect(shortName('prices.csv')).toBe('prices.csv');
  const long = shortName(`Price list ${'of the bakery '.repeat(14)}final version.csv`);
  expect(long).toMatch(/^Price list of the bakery .+…final version\.csv$/);
  expect(long.length).toBeLessThanOrEqual(80);
});
