import { describe, expect, test } from 'vitest';
import type { ComponentState, ComponentStatus, StatusReport } from '#contract/site/status.ts';
import { daysInWords, failedDays, formatShare, lookedAt, overallSentence, wholeSpan } from './status-words.ts';

function report(...states: ComponentState[]): StatusReport {
  const ids = ['website', 'assistants', 'mail', 'payments'] as const;
  const components: ComponentStatus[] = ids.map((id, index) => ({
    id,
    state: states[index] ?? 'up',
    checkedAt: null,
    latencyMs: null,
    uptime: { day: null, week: null, quarter: null },
    days: [],
  }));
  return { firstDay: '2026-08-25', components };
}

test.each<[ComponentState[], string]>([
  [['up', 'up', 'up', 'up'], 'Everything works.'],
  [['up', 'up', 'down', 'up'], 'Down now: Mail.'],
  [['up', 'down', 'down', 'down'], 'Down now: Assistants, Mail and Payments.'],
  [['down', 'unknown', 'unknown', 'unknown'], 'Down now: Website.'],
  [['up', 'up', 'up', 'unknown'], 'Not known now: Payments. The rest works.'],
  [['unknown', 'unknown', 'unknown', 'unknown'], 'We cannot say at the moment.'],
])('%s reads "%s"', (states, sentence) => {
  expect(overallSentence(report(...states))).toBe(sentence);
});

test.each([
  [1, '100%'],
  [0.99999, '99.99%'],
  [0.9999, '99.99%'],
  [0.29, '29%'],
  [0.5, '50%'],
  [2 / 3, '66.66%'],
  [0, '0%'],
])('a share of %d is %s, never rounded up', (share, text) => {
  expect(formatShare(share)).toBe(text);
});

describe('days', () => {
  test('with failures are named, the latest first', () => {
    expect(failedDays('2026-08-30', [1, 0.5, null, 0.99999])).toEqual([
      { name: '2 September 2026', share: '99.99%' },
      { name: '31 August 2026', share: '50%' },
    ]);
  });

  test.each<[(number | null)[], string]>([
    [[null, null], 'No checks in the last 2 days.'],
    [[1, 1], 'The last 2 days: no failed check.'],
    [[null, 1], '1 of the last 2 days were looked at: no failed check.'],
    [[0.5, 1], 'The last 2 days: 1 day with failed checks.'],
    [[0.5, 0.1, null], '2 of the last 3 days were looked at: 2 days with failed checks.'],
  ])('%j in words', (days, words) => {
    expect(daysInWords(days)).toBe(words);
  });
});

test.each<[(number | null)[], string]>([
  [[1, null, 1], '3 days'],
  [[null, null], '2 days'],
  [[null, 0, 1], 'Since 26 August 2026'],
])('%j is a figure of: %s', (days, span) => {
  expect(wholeSpan('2026-08-25', days)).toBe(span);
});

test('a moment is told in UTC', () => {
  expect(lookedAt('2026-11-22T23:55:10.000Z')).toBe('23:55 UTC on 22 November 2026');
});
