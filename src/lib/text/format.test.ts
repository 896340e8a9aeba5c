import { describe, expect, it } from 'vitest';
import { formatNumber, formatUsd, relativeTime } from './format.ts';

const HOUR = 3_600_000;
const now = new Date(2026, 10, 21, 12);
const ago = (ms: number) => new Date(now.getTime() - ms);

describe('SHELL-6: relative time', () => {
  it.each([
    [0, 'Just now'],
    [HOUR - 1, 'Just now'],
    [HOUR, '1h ago'],
    [24 * HOUR - 1, '23h ago'],
    [24 * HOUR, '1d ago'],
    [7 * 24 * HOUR - 1, '6d ago'],
    [7 * 24 * HOUR, 'November 14, 2026'],
    [-HOUR, 'Just now'],
  ])('%i ms ago reads %j', (ms, text) => {
    expect(relativeTime(ago(ms), now)).toBe(text);
    expect(relativeTime(ago(ms).toISOString(), now)).toBe(text);
  });
});

describe('figures', () => {
  it('are formatted the US way', () => {
    expect(formatNumber(2500)).toBe('2,500');
    expect(formatUsd(948)).toBe('$948');
    expect(formatUsd(49.5)).toBe('$49.50');
  });
});
