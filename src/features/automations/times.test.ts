import { describe, expect, it } from 'vitest';
import { between, durationText, leftWords, secondsText, whenWords } from './times.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const BERLIN = 'Europe/Berlin';

it.each([
  ['2026-11-20T07:00:00Z', 'today, 8:00 AM'],
  ['2026-11-19T16:40:00Z', 'yesterday, 5:40 PM'],
  ['2026-11-20T23:30:00Z', 'tomorrow, 12:30 AM'],
  ['2026-11-25T07:00:00Z', 'Wednesday, November 25, 8:00 AM'],
])('%s is %s where the owner lives', (moment, words) => expect(whenWords(moment, NOW, BERLIN)).toBe(words));

it('attempts are told apart by their seconds', () =>
  expect(secondsText('2026-11-20T07:14:09Z', BERLIN)).toBe('8:14:09 AM'));

describe('durations', () => {
  it.each([
    [0, 'under 1 s'],
    [6_240, '6.2 s'],
    [9_999, '9.9 s'],
    [59_999, '59 s'],
    [14 * 60_000, '14 min'],
    [125 * 60_000, '2 h 5 min'],
    [120 * 60_000, '2 h'],
    [3 * 86_400_000, '3 days'],
  ])('%d ms took %s', (ms, text) => expect(durationText(ms)).toBe(text));

  it.each([
    [30_000, 'under a minute'],
    [60_000, '1 minute'],
    [160 * 60_000, '2 hours 40 minutes'],
    [3_600_000, '1 hour'],
    [3 * 86_400_000, '3 days'],
  ])('%d ms are %s', (ms, words) => expect(leftWords(ms)).toBe(words));

  it('what hasn’t ended lasts until now', () => {
    expect(between('2026-11-20T08:59:00Z', null, NOW)).toBe(60_000);
    expect(between('2026-11-20T08:00:00Z', '2026-11-20T08:30:00Z', NOW)).toBe(1_800_000);
  });
});
