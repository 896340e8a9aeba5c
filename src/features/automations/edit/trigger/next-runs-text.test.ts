import { expect, it } from 'vitest';
import { nextRunsText } from './next-runs-text.ts';

it.each([
  [[], ''],
  [['2026-11-23T07:00:00Z'], 'Next run: November 23 at 8:00'],
  [
    ['2026-11-27T07:00:00Z', '2026-11-30T07:00:00Z', '2026-12-01T07:00:00Z'],
    'Next runs: November 27, 30, and December 1 at 8:00',
  ],
  [['2026-11-27T07:15:00Z', '2026-11-27T08:15:00Z'], 'Next runs: November 27 at 8:15 and 27 at 9:15'],
])('%j are shown where the schedule is', (runs, text) => expect(nextRunsText(runs, 'Europe/Berlin')).toBe(text));
