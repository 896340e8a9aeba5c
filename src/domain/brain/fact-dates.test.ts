import { describe, expect, it } from 'vitest';
import { formatDayOrTime, validityText } from './fact-dates.ts';

const now = new Date(2026, 10, 21, 12);

describe('when a fact was learned', () => {
  it.each([
    [new Date(2026, 10, 21, 9, 12), 'today, 9:12 AM'],
    [new Date(2026, 10, 20, 23, 59), 'November 20'],
    [new Date(2025, 10, 21, 12), 'November 21, 2025'],
  ])('%s reads %j', (moment, text) => {
    expect(formatDayOrTime(moment, now)).toBe(text);
  });
});

describe('a fact’s limit in time', () => {
  it.each([
    [null, null, null],
    [null, '2026-11-28', 'Until November 28'],
    [null, '2026-11-21', 'Until November 21'],
    [null, '2027-01-06', 'Until January 6, 2027'],
    [null, '2026-11-20', 'Ended November 20'],
    ['2026-11-01', null, null],
    ['2026-12-01', null, 'From December 1'],
    ['2026-12-01', '2026-12-24', 'From December 1 until December 24'],
    ['2026-11-01', '2026-12-24', 'Until December 24'],
  ])('from %s to %s reads %j', (validFrom, validUntil, text) => {
    expect(validityText({ validFrom, validUntil }, now)).toBe(text);
  });
});
