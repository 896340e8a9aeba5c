import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { AutomationRunsTable } from '../../types.gen.ts';
import type { AutomationKey } from './automations.ts';

/** The offsets of all time zones are multiples of this, so every quarter of an hour belongs to one day. */
const QUARTER = '15 minutes';

type Counted = { at: string; status: AutomationRunsTable['status']; runs: number };
export type FiguresRow = {
  /** Runs that have ended, by the quarter of an hour in which they were added (ISO 8601). */
  counted: Counted[];
  /** How long a run took that wasn't canceled, in seconds. */
  medianSeconds: number | null;
  messages: number;
};

/** What an automation's runs since `since` came to, in one statement. */
export async function readFigures(db: Db, { userId, automationId }: AutomationKey, since: Date): Promise<FiguresRow> {
  const { rows } = await sql<FiguresRow>`
    with runs as (
      select created_at, status, started_at, ended_at, messages from automation_runs
      where user_id = ${userId} and automation_id = ${automationId}::uuid and created_at >= ${since}::timestamptz and ended_at is not null
    ),
    quarters as (
      select date_bin(${QUARTER}::interval, created_at, timestamptz '2000-01-01 00:00:00Z') as at, status, count(*)::int as runs
      from runs group by 1, 2
    )
    select (select coalesce(json_agg(json_build_object('at', at, 'status', status, 'runs', runs) order by at), '[]') from quarters) as counted,
      (select percentile_cont(0.5) within group (order by extract(epoch from ended_at - started_at))::float8 from runs
        where started_at is not null and status <> 'canceled') as "medianSeconds",
      (select coalesce(sum(messages), 0)::int from runs) as messages`.execute(db);
  return rows[0] ?? { counted: [], medianSeconds: null, messages: 0 };
}
