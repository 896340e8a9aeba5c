import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { addIntervals, boundaryAfter } from './calendar.ts';

const at = (iso: string) => Date.parse(iso) / 1_000;
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 16);
const month = { interval: 'month', interval_count: 1 };

test('a subscription from January 31 renews on the last day of shorter months and on the 31st afterwards', () => {
  const anchor = at('2026-01-31T10:20:00Z');
  expect([1, 2, 3, 13].map((times) => iso(addIntervals(anchor, month, times)))).toEqual([
    '2026-02-28T10:20',
    '2026-03-31T10:20',
    '2026-04-30T10:20',
    '2027-02-28T10:20',
  ]);
});

test('a quarter is three months, and a year from February 29 ends on the 28th', () => {
  expect(iso(addIntervals(at('2026-11-30T00:00:00Z'), { interval: 'month', interval_count: 3 }, 1))).toBe(
    '2027-02-28T00:00',
  );
  expect(iso(addIntervals(at('2028-02-29T00:00:00Z'), { interval: 'year', interval_count: 1 }, 1))).toBe(
    '2029-02-28T00:00',
  );
});

test('the next boundary is the first one after the given moment', () => {
  const rhythm = constantFrom(month, { interval: 'month', interval_count: 3 }, { interval: 'year', interval_count: 1 });
  const moment = integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') });
  assert(
    property(rhythm, moment, moment, (one, anchor, now) => {
      const next = boundaryAfter(anchor, one, now);
      expect(next).toBeGreaterThan(now);
      const boundaries = Array.from({ length: 2_200 }, (_, index) => addIntervals(anchor, one, index - 1_100));
      expect(boundaries.find((boundary) => boundary > now)).toBe(next);
    }),
    { numRuns: 50 },
  );
});
