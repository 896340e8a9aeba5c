import { expect, test } from 'vitest';
import { delayBefore } from './pace.ts';

test('the first word comes after 400 ms, then about thirty words a second', () => {
  expect(delayBefore(0, { pace: 'human', isSlow: false })).toBe(400);
  const perSecond = Array.from({ length: 100 }, (_, index) => delayBefore(index + 1, { pace: 'human', isSlow: false }));
  const averageMs = perSecond.reduce((sum, delayMs) => sum + delayMs, 0) / perSecond.length;
  expect(1_000 / averageMs).toBeGreaterThan(25);
  expect(1_000 / averageMs).toBeLessThan(35);
});

test('the instant pace does not wait, unless slowness was requested', () => {
  expect(delayBefore(5, { pace: 'instant', isSlow: false })).toBe(0);
  expect(delayBefore(5, { pace: 'instant', isSlow: true })).toBeGreaterThan(300);
});
