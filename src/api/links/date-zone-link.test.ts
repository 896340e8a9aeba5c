import type { OperationLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, expect, it } from 'vitest';
import { dayText } from '#contract/dates.ts';
import { dayOfMonth, formatDate, formatDayOfYear, formatWeekdayDay, setDateZone } from '#src/lib/text/format.ts';
import { dateZoneLink } from './date-zone-link.ts';
import type { AppRouter } from '../trpc.ts';

type Call = Parameters<OperationLink<AppRouter>>[0];

function call(path: string, data: unknown): void {
  const op = { id: 1, type: 'query', path, input: {}, context: {}, signal: null } as Call['op']; // reason: what a caller would build
  const next: Call['next'] = () => observable((observer) => observer.next({ result: { type: 'data', data } }));
  dateZoneLink({})({ op, next }).subscribe({});
}

afterEach(() => setDateZone(undefined));

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
  'EMAIL-32: once the profile was read, screens and emails say the same day in %s',
  (timeZone) => {
    for (const hour of ['00', '06', '12', '18']) {
      const moment = `2026-11-21T${hour}:30:00Z`;
      call('profile.get', { timeZone });
      call('billing.subscription', { timeZone: 'Asia/Tokyo' });
      const email = dayText(moment, timeZone);
      expect(formatDate(moment)).toBe(email);
      expect(email).toBe(`${formatDayOfYear(moment)}, 2026`);
      expect(formatWeekdayDay(moment)).toMatch(new RegExp(`day, ${formatDayOfYear(moment)}$`));
      expect(email).toContain(` ${dayOfMonth(moment)},`);
    }
  },
);
