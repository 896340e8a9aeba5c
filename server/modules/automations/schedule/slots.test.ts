import { describe, expect, test } from 'vitest';
import type { Schedule } from '#contract/automations/schedules.ts';
import { scheduleProblems } from './next-runs.ts';
import { newestSlot, nextSlot, nextSlots } from './slots.ts';

const cron = (expression: string): Schedule => ({ every: 'cron', expression });
const at = (time: string): Schedule => ({ every: 'day', time });
const times = (schedule: Schedule, timeZone: string, after: string, count: number) =>
  nextSlots({ schedule, timeZone }, new Date(after), count).map((slot) => slot.toISOString().replace(':00.000Z', 'Z'));
const problem = (schedule: Schedule, timeZone = 'Europe/Berlin') =>
  scheduleProblems({ trigger: { kind: 'schedule', schedule, timeZone, missed: 'skip' } })[0]?.text ?? null;

describe('a time that doesn’t exist because the clock is put forward', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2027-03-27T12:00Z', ['2027-03-28T01:00Z', '2027-03-29T00:30Z']],
    ['America/New_York', '02:30', '2027-03-13T12:00Z', ['2027-03-14T07:00Z', '2027-03-15T06:30Z']],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
  ])('in %s runs once, right after the gap', (timeZone, time, after, expected) => {
    expect(times(at(time), timeZone, after, 2)).toEqual(expected);
  });

  test('is one run for all times in the gap', () => {
    const expected = ['2027-03-28T01:00Z', '2027-03-29T00:00Z', '2027-03-29T00:30Z'];
    expect(times(cron('0,30 2 * * *'), 'Europe/Berlin', '2027-03-27T12:00Z', 3)).toEqual(expected);
    expect(times(cron('30 2,3 * * *'), 'Europe/Berlin', '2027-03-27T12:00Z', 2)).toEqual([
      '2027-03-28T01:00Z',
      '2027-03-28T01:30Z',
    ]);
  });
});

describe('a time that exists twice because the clock is put back', () => {
  test.each([
    ['Europe/Berlin', '02:30', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ['America/New_York', '01:30', '2026-10-31T12:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T00:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
  ])('in %s runs once, the first time', (timeZone, time, after, expected) => {
    expect(times(at(time), timeZone, after, 2)).toEqual(expected);
    const [first = ''] = expected;
    const during = new Date(new Date(first).getTime() + 20 * 60_000);
    expect(nextSlot({ schedule: at(time), timeZone }, during)?.toISOString()).toBe(
      `${expected[1]?.slice(0, -1)}:00.000Z`,
    );
  });
});

test('what runs every hour does so in real time, through both changes', () => {
  const hourly: Schedule = { every: 'hour', minute: 0 };
  expect(times(hourly, 'Europe/Berlin', '2026-10-24T23:30Z', 4)).toEqual([
    '2026-10-25T00:00Z',
    '2026-10-25T01:00Z',
    '2026-10-25T02:00Z',
    '2026-10-25T03:00Z',
  ]);
  expect(times(hourly, 'Europe/Berlin', '2027-03-27T23:30Z', 3)).toEqual([
    '2027-03-28T00:00Z',
    '2027-03-28T01:00Z',
    '2027-03-28T02:00Z',
  ]);
});

test.each([
  ['Europe/Berlin', '2026-10-22T12:00Z', ['2026-10-23T06:00Z', '2026-10-26T07:00Z']],
  ['Europe/Berlin', '2027-03-25T12:00Z', ['2027-03-26T07:00Z', '2027-03-29T06:00Z']],
  ['Australia/Lord_Howe', '2026-04-02T12:00Z', ['2026-04-02T21:00Z', '2026-04-05T21:30Z']],
  ['Australia/Lord_Howe', '2026-10-01T12:00Z', ['2026-10-01T21:30Z', '2026-10-04T21:00Z']],
])(
  'eight on weekdays stays eight over a weekend and a change of the clocks in %s, after %s',
  (timeZone, after, expected) => {
    expect(times({ every: 'weekday', time: '08:00' }, timeZone, after, 2)).toEqual(expected);
    expect(times(cron('0 8 * * 1-5'), timeZone, after, 2)).toEqual(expected);
  },
);

test('a day that a month or a year doesn’t have is left out, and the last day is the last', () => {
  expect(times({ every: 'year', month: 2, day: 29, time: '08:00' }, 'UTC', '2026-11-25T00:00Z', 2)).toEqual([
    '2028-02-29T08:00Z',
    '2032-02-29T08:00Z',
  ]);
  expect(times(cron('0 8 29 2 *'), 'UTC', '2026-11-25T00:00Z', 2)).toEqual(['2028-02-29T08:00Z', '2032-02-29T08:00Z']);
  const on29 = ['2028-01-29T08:00Z', '2028-02-29T08:00Z', '2028-03-29T08:00Z'];
  expect(times(cron('0 8 29 * *'), 'UTC', '2028-01-01T00:00Z', 3)).toEqual(on29);
  expect(times(cron('0 8 29 * *'), 'UTC', '2027-01-30T00:00Z', 1)).toEqual(['2027-03-29T08:00Z']);
  expect(times({ every: 'month', day: 31, time: '08:00' }, 'UTC', '2027-01-01T00:00Z', 3)).toEqual([
    '2027-01-31T08:00Z',
    '2027-03-31T08:00Z',
    '2027-05-31T08:00Z',
  ]);
  expect(times({ every: 'month', day: 'last', time: '08:00' }, 'UTC', '2028-01-31T12:00Z', 3)).toEqual([
    '2028-02-29T08:00Z',
    '2028-03-31T08:00Z',
    '2028-04-30T08:00Z',
  ]);
  expect(times({ every: 'week', weekdays: [0, 3, 3], time: '08:00' }, 'UTC', '2026-11-25T09:00Z', 2)).toEqual([
    '2026-11-29T08:00Z',
    '2026-12-02T08:00Z',
  ]);
});

test('the newest time that has come is found, however long ago the first one was', () => {
  const zoned = { schedule: at('08:00'), timeZone: 'UTC' };
  const newest = (first: string, now: string, schedule = zoned) =>
    newestSlot(schedule, new Date(first), new Date(now)).toISOString();
  expect(newest('2026-11-20T08:00:00Z', '2026-11-23T07:59:00Z')).toBe('2026-11-22T08:00:00.000Z');
  expect(newest('2026-11-20T08:00:00Z', '2026-11-20T08:00:01Z')).toBe('2026-11-20T08:00:00.000Z');
  expect(newest('2016-11-20T08:00:00Z', '2026-11-23T08:00:00Z')).toBe('2026-11-23T08:00:00.000Z');
  const leap = { schedule: { every: 'year', month: 2, day: 29, time: '08:00' } as const, timeZone: 'UTC' };
  expect(newest('2024-02-29T08:00:00Z', '2031-01-01T00:00:00Z', leap as never)).toBe('2028-02-29T08:00:00.000Z');
});

describe('a schedule that can’t be', () => {
  test.each([
    [cron('*/5 * * * *'), 'at most every 15 minutes'],
    [cron('0,10 8 1 1 *'), 'at most every 15 minutes'],
    [cron('50 8 * * *'), null],
    [cron('0,15,30,45 * * * *'), null],
    [cron('50 8,9 * * *'), null],
    [cron('0 8 30 2 *'), 'There’s no such day'],
    [cron('0 25 * * *'), 'isn’t a cron expression'],
    [cron('* * * * * *'), 'isn’t a cron expression'],
    [cron('@daily'), 'isn’t a cron expression'],
    [cron('evil(); 0 8 * *'), 'isn’t a cron expression'],
    [cron('0 8 * * MON-FRI'), null],
    [{ every: 'year', month: 2, day: 30, time: '08:00' } as const, 'There’s no such day'],
  ])('%j is explained', (schedule, expected) => {
    if (expected === null) expect(problem(schedule)).toBeNull();
    else expect(problem(schedule)).toContain(expected);
  });

  test('in no time zone either', () => {
    expect(problem(at('08:00'), 'Mars/Olympus')).toContain('don’t know this time zone');
    expect(times(at('08:00'), 'Mars/Olympus', '2026-11-25T00:00Z', 1)).toEqual([]);
  });
});
