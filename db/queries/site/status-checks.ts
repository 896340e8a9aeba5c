import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { StatusChecksTable } from '../../types.gen.ts';

export type StatusCheck = {
  component: StatusChecksTable['component'];
  checkedAt: Date;
  isUp: boolean;
  latencyMs: number | null;
};

export async function addStatusChecks(db: Db, checks: StatusCheck[]): Promise<void> {
  await db
    .insertInto('status_checks')
    .values(
      checks.map(({ component, checkedAt, isUp, latencyMs }) => ({
        component,
        checked_at: checkedAt,
        is_up: isUp,
        latency_ms: latencyMs,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The results for one component on one UTC day, and the part of them within the last day and the last week. */
export type StatusDay = {
  component: StatusCheck['component'];
  /** `YYYY-MM-DD`. */
  date: string;
  checks: number;
  up: number;
  checksInDay: number;
  upInDay: number;
  checksInWeek: number;
  upInWeek: number;
  newestAt: Date;
  newestIsUp: boolean;
  newestLatencyMs: number | null;
};

type Since = { from: Date; dayAgo: Date; weekAgo: Date };

/** Every day since `from` on which a component was checked, oldest first, in one statement. */
export async function listStatusDays(db: Db, { from, dayAgo, weekAgo }: Since): Promise<StatusDay[]> {
  const { rows } = await sql<StatusDay>`
    select d.*, n.is_up as "newestIsUp", n.latency_ms as "newestLatencyMs"
    from (
      select component, (checked_at at time zone 'UTC')::date::text as date,
        count(*)::int as checks,
        (count(*) filter (where is_up))::int as up,
        (count(*) filter (where checked_at > ${dayAgo}))::int as "checksInDay",
        (count(*) filter (where checked_at > ${dayAgo} and is_up))::int as "upInDay",
        (count(*) filter (where checked_at > ${weekAgo}))::int as "checksInWeek",
        (count(*) filter (where checked_at > ${weekAgo} and is_up))::int as "upInWeek",
        max(checked_at) as "newestAt"
      from status_checks
      where checked_at >= ${from}
      group by component, (checked_at at time zone 'UTC')::date
    ) d
    join status_checks n on n.component = d.component and n.checked_at = d."newestAt"
    order by d.date`.execute(db);
  return rows;
}

export async function deleteStatusChecksBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('status_checks').where('checked_at', '<', before).execute();
}
