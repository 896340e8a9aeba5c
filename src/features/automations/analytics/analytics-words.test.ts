import { expect, it } from 'vitest';
import { barsOf, dayText, savedWords } from './analytics-words.ts';

const day = (date: string, done = 0, failed = 0, other = 0) => ({ day: date, done, failed, other });

it('a day says what became of its runs', () => {
  expect(dayText(day('2026-11-19', 3, 1))).toBe('Thursday, November 19: 3 done, 1 failed');
  expect(dayText(day('2026-11-19', 0, 0, 2))).toBe('Thursday, November 19: 2 skipped, stopped or canceled');
  expect(dayText(day('2026-11-19'))).toBe('Thursday, November 19: no runs');
});

it('every day has a bar, and the last day its name', () => {
  const days = Array.from({ length: 30 }, (_, index) => day(`2026-11-${String(index + 1).padStart(2, '0')}`, index));
  const bars = barsOf(days);
  expect(bars.map(({ value }) => value)).toEqual(days.map(({ done }) => done));
  expect(bars.flatMap(({ label }) => label || [])).toEqual(['Nov 5', 'Nov 10', 'Nov 15', 'Nov 20', 'Nov 25', 'Nov 30']);
});

it.each([
  [{ succeeded: 40, minutesSaved: 8 }, '5 hours 20 minutes'],
  [{ succeeded: 1, minutesSaved: 60 }, '1 hour'],
  [{ succeeded: 1, minutesSaved: 1 }, '1 minute'],
  [{ succeeded: 0, minutesSaved: 5 }, '0 minutes'],
  [{ succeeded: 40, minutesSaved: 0 }, null],
])('%j saved %s', (analytics, words) => expect(savedWords(analytics)).toBe(words));
