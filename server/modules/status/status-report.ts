import { DAY_MS } from '#contract/billing/plans.ts';
import {
  STATUS_COMPONENTS,
  STATUS_DAYS,
  STATUS_STALE_MS,
  type ComponentState,
  type ComponentStatus,
  type StatusComponent,
  type StatusReport,
} from '#contract/site/status.ts';
import type { StatusDay } from '#db/queries/site/status-checks.ts';

/** Null when nothing was checked: a share is never invented. */
const shareOf = (up: number, of: number): number | null => (of === 0 ? null : up / of);

function sum(
  days: StatusDay[],
  field: 'checks' | 'up' | 'checksInDay' | 'upInDay' | 'checksInWeek' | 'upInWeek',
): number {
  return days.reduce((total, day) => total + day[field], 0);
}

function stateOf(newest: StatusDay | undefined, now: Date): ComponentState {
  if (!newest || now.getTime() - newest.newestAt.getTime() > STATUS_STALE_MS) return 'unknown';
  return newest.newestIsUp ? 'up' : 'down';
}

const dateAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

function firstMidnight(now: Date): number {
  return Date.parse(dateAt(now.getTime())) - (STATUS_DAYS - 1) * DAY_MS;
}

function statusOf(id: StatusComponent, days: StatusDay[], now: Date): ComponentStatus {
  const newest = days.at(-1);
  const byDate = new Map(days.map((day) => [day.date, day]));
  return {
    id,
    state: stateOf(newest, now),
    checkedAt: newest?.newestAt.toISOString() ?? null,
    latencyMs: newest?.newestLatencyMs ?? null,
    uptime: {
      day: shareOf(sum(days, 'upInDay'), sum(days, 'checksInDay')),
      week: shareOf(sum(days, 'upInWeek'), sum(days, 'checksInWeek')),
      quarter: shareOf(sum(days, 'up'), sum(days, 'checks')),
    },
    days: Array.from({ length: STATUS_DAYS }, (_, index) => {
      const day = byDate.get(dateAt(firstMidnight(now) + index * DAY_MS));
      return day ? shareOf(day.up, day.checks) : null;
    }),
  };
}

/** The results in the form people see. `days` are in order. */
export function reportOf(days: StatusDay[], now: Date): StatusReport {
  const known = Map.groupBy(days, ({ component }) => component);
  return {
    firstDay: dateAt(firstMidnight(now)),
    components: STATUS_COMPONENTS.map((id) => statusOf(id, known.get(id) ?? [], now)),
  };
}

/** The report when nothing can be read: the website itself is down, and the other components are unknown. */
export function unreadableReport(now: Date): StatusReport {
  const { firstDay, components } = reportOf([], now);
  const website = { state: 'down' as const, checkedAt: now.toISOString() };
  return { firstDay, components: components.map((one) => (one.id === 'website' ? { ...one, ...website } : one)) };
}
