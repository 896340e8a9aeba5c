import { describe, expect, test } from 'vitest';
import type { ComponentState, ComponentStatus, StatusReport } from '#contract/site/status.ts';
import {
  answeredInWords,
  daysInWords,
  failedDays,
  formatShare,
  lastCheckSentence,
  noProblemsSentence,
  overallSentence,
} from './status-words.ts';

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
  [['up', 'up', 'down', 'up'], 'Down now: Email.'],
  [['up', 'down', 'down', 'down'], 'Down now: Assistants, Email and Payments.'],
  [['down', 'unknown', 'unknown', 'unknown'], 'Down now: Website.'],
  [['up', 'up', 'up', 'unknown'], 'No word right now from: Payments. Everything else works.'],
  [['unknown', 'unknown', 'unknown', 'unknown'], 'We can’t tell right now.'],
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

/** Four days, August 25 to 28, of each component. */
const withDays = (...days: (number | null)[][]): StatusReport => {
  const { firstDay, components } = report();
  return { firstDay, components: components.map((one, index) => ({ ...one, days: days[index] ?? [1, 1, 1, 1] })) };
};

describe('days', () => {
  test('with failures are listed, latest first, with the component and its share', () => {
    expect(failedDays(withDays([1, 0.5, null, 0.99999], [1, 0.882, 1, 1]))).toEqual([
      { day: 'August 28', component: 'Website', share: '99.99%' },
      { day: 'August 26', component: 'Website', share: '50%' },
      { day: 'August 26', component: 'Assistants', share: '88.20%' },
    ]);
  });

  test.each<[(number | null)[], string]>([
    [[1, 1, 1, 1], 'None in the last 4 days.'],
    [[null, 1, null, 1], 'None since we started measuring, on August 26, 2026.'],
    [
      [null, null, null, 1],
      'None since we started measuring, on August 28, 2026. That’s today, so there isn’t much to go on yet.',
    ],
    [[null, null, null, null], 'We haven’t measured anything yet.'],
  ])('%j without a failure: %s', (days, sentence) => {
    const all = withDays(days, days, days, days);
    expect(failedDays(all)).toEqual([]);
    expect(noProblemsSentence(all)).toBe(sentence);
  });

  test.each<[(number | null)[], string]>([
    [[null, null], 'No checks in the last 2 days.'],
    [[1, 1], 'The last 2 days: no failed checks.'],
    [[null, 1], 'Checked on 1 of the last 2 days: no failed checks.'],
    [[0.5, 1], 'The last 2 days: 1 day with failed checks.'],
    [[0.5, 0.1, null], 'Checked on 2 of the last 3 days: 2 days with failed checks.'],
  ])('%j in words', (days, words) => {
    expect(daysInWords(days)).toBe(words);
  });
});

test.each<[(number | null)[], number | null, string]>([
  [[1, null, 0.5], 0.9971, '99.71% in 2 days'],
  [[null, null, 1], 1, '100% so far today'],
  [[null, 1, null], 1, '100% in 1 day'],
  [[null, null], null, 'No data yet'],
])('%j, answered %j: %s', (days, quarter, words) => {
  expect(answeredInWords({ days, uptime: { day: null, week: null, quarter } })).toBe(words);
});

test('the last check is today’s or has its date, in UTC', () => {
  const checked = (checkedAt: string | null) => {
    const { firstDay, components } = withDays();
    return lastCheckSentence({ firstDay, components: components.map((one) => ({ ...one, checkedAt })) });
  };
  expect(checked('2026-08-28T13:57:10.000Z')).toBe('Last checked today at 1:57 PM UTC.');
  expect(checked('2026-08-27T00:05:10.000Z')).toBe('Last checked on August 27, 2026, at 12:05 AM UTC.');
  expect(checked(null)).toBe('No checks yet.');
});
