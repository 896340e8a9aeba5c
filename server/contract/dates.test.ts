import { expect, test } from 'vitest';
import {
  dayOfYearText,
  dayText,
  fullMomentText,
  isoDayText,
  momentText,
  monthText,
  timeText,
  weekdayDayText,
  zonedTimeText,
} from './dates.ts';

const MOMENT = '2026-11-21T23:05:59.000Z';

test('a date is written one way, in the given zone', () => {
  expect(dayText(MOMENT, 'UTC')).toBe('November 21, 2026');
  expect(dayText(new Date(MOMENT), 'Asia/Tokyo')).toBe('November 22, 2026');
  expect(dayOfYearText(MOMENT, 'UTC')).toBe('November 21');
  expect(dayText(MOMENT, 'UTC', 'en-GB')).toBe('21 November 2026');
  expect(dayText(MOMENT, 'UTC', 'de')).toBe('November 21, 2026');
  expect(weekdayDayText(MOMENT, 'Asia/Tokyo')).toBe('Sunday, November 22');
});

test('a time is on a 12-hour clock, with plain spaces', () => {
  expect(timeText(MOMENT, 'UTC')).toBe('11:05 PM');
  expect(timeText('2026-11-21T00:05:00Z', 'UTC')).toBe('12:05 AM');
  expect(zonedTimeText(MOMENT, 'America/New_York')).toBe('6:05 PM EST');
  expect(fullMomentText(MOMENT, 'America/New_York')).toBe(
    'Saturday, November 21, 2026, 6:05 PM EST (America/New_York)',
  );
  expect(fullMomentText(MOMENT, 'UTC')).toBe('Saturday, November 21, 2026, 11:05 PM UTC');
  expect(momentText(MOMENT, 'Europe/Stockholm')).toBe('November 22, 2026, 12:05 AM GMT+1');
});

test('programs get the day in ISO 8601, in the given zone', () => {
  expect(isoDayText(MOMENT, 'Asia/Tokyo')).toBe('2026-11-22');
});

test('an unknown zone counts as UTC', () => {
  expect(momentText(MOMENT, 'Mars/Olympus_Mons')).toBe('November 21, 2026, 11:05 PM UTC');
});

test('a month is a UTC month, whatever the zone of the reader', () => {
  expect([monthText('2026-11'), monthText('2026-01', 'short')]).toEqual(['November 2026', 'Jan']);
});
