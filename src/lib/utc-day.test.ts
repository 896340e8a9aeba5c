import { expect, test } from 'vitest';
import { formatUtcDay } from './utc-day.ts';

test.each(['2026-11-14', '2026-11-14T00:00:00.000Z', '2026-11-14T23:59:59.999Z'])('%s is that day in UTC', (moment) => {
  expect(formatUtcDay(moment)).toBe('14 November 2026');
});
