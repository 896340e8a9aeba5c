import { expect, test } from 'vitest';
import { compareDays, readDays } from './days.ts';

const ZONE = 'America/New_York';
const read = (text: string) => readDays(text, ZONE).map(({ day, clock }) => (clock === null ? day : `${day} ${clock}`));

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2026/12/01', '2026-12-01'],
  ['12/13/2026', '2026-12-13'],
  ['13/12/2026', '2026-12-13'],
  ['13.12.2026', '2026-12-13'],
  ['12/12/2026', '2026-12-12'],
  ['Dec 1, 2026', '2026-12-01'],
  ['Tuesday, December 1, 2026', '2026-12-01'],
  ['1 December 2026', '2026-12-01'],
  ['2026-12-01T03:30:00Z', '2026-11-30 22:30:00'],
  ['2026-12-01 10:00', '2026-12-01 10:00:00'],
  ['2026-12-01T10:00:00.123+0100', '2026-12-01 04:00:00.123'],
])('the day %j is read in one way', (written, expected) => {
  expect(read(written)).toEqual([expected]);
});

test.each(['12/01/2026', '12-01-2026', '12.01.2026'])('%j can be read in two ways', (written) => {
  expect(read(written)).toEqual(['2026-12-01', '2026-01-12']);
});

test.each([
  '',
  'tomorrow',
  '20261201',
  '1796083200',
  '2026-02-30',
  '12/01/26',
  'Dec 1',
  '32.12.2026',
  '2026-12-01T25:00',
  'Foo 1, 2026',
])('%j is no day that we can read', (written) => {
  expect(read(written)).toEqual([]);
});

test('a day and a moment are compared on the clock of the zone, two moments exactly', () => {
  const order = (left: string, right: string) => {
    const [a, b] = [left, right].map((text) => readDays(text, ZONE)[0]);
    return a && b ? Math.sign(compareDays(a, b)) : null;
  };
  expect(order('2026-11-30', '2026-12-01T03:30:00Z')).toBe(0);
  expect(order('2026-12-01T03:30:00Z', '2026-12-01T03:30:01Z')).toBe(-1);
  expect(order('2026-12-01T15:00:00Z', '2026-12-01 10:00')).toBe(0);
  expect(order('2026-12-02', '2026-12-01 10:00')).toBe(1);
});
