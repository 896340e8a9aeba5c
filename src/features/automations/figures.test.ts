import { expect, it } from 'vitest';
import { activeText, shareText, summaryOf } from './figures.ts';

it('the summary is computed from the rows shown, and its rate is that of all runs together', () => {
  const rows = [
    { isOn: true, runs: 10, succeeded: 10 },
    { isOn: true, runs: 90, succeeded: 45 },
    { isOn: false, runs: 0, succeeded: 0 },
  ];
  expect(summaryOf(rows)).toEqual({ active: 2, runs: 100, rate: '55%' });
  expect(summaryOf([])).toEqual({ active: 0, runs: 0, rate: '–' });
});

it.each([
  [{ runs: 1_000, succeeded: 999 }, '99%'],
  [{ runs: 1_000, succeeded: 1 }, '1%'],
  [{ runs: 3, succeeded: 3 }, '100%'],
  [{ runs: 3, succeeded: 0 }, '0%'],
])('%j is %s: only a clean record is 100%%', (ran, text) => expect(shareText(ran)).toBe(text));

it('the counter names the limit where there is one', () => {
  expect(activeText({ used: 2, limit: 3 })).toBe('2 of 3 active');
  expect(activeText({ used: 7, limit: 'unlimited' })).toBe('7 active');
  expect(activeText({ used: 0, limit: 1 }, true), 'samples seem active too').toBe('Yours: 0 of 1 active');
});
