import { sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';
import type { UsageKind } from './count-use.ts';
import { accessColumns, type AccessRow } from './profiles.ts';

/** What a person may use, has used of each kind this month, and holds at once. */
export type UsageRow = AccessRow & Record<UsageKind, number>;
type Month = { userId: UserId; month: string };

const ofRow = (row: 'm' | 'held', kind: UsageKind) =>
  sql<number>`coalesce(${sql.ref(`${row}.${kind}_used`)}, 0)::int`.as(kind);

const selectUsage = (db: Db, { userId, month }: Month) =>
  db
    .selectFrom('profiles')
    .leftJoin('usage_tracking as m', (join) =>
      join.onRef('m.user_id', '=', 'profiles.user_id').on('m.month_year', '=', month),
    )
    .leftJoin('usage_tracking as held', (join) =>
      join.onRef('held.user_id', '=', 'profiles.user_id').on('held.month_year', '=', sql.lit('at once')),
    )
    .select(accessColumns)
    .select([
      ofRow('m', 'messages'),
      ofRow('m', 'exports'),
      ofRow('m', 'templates'),
      ofRow('held', 'automations'),
      ofRow('held', 'integrations'),
    ])
    .where('profiles.user_id', '=', userId);

const findUsage = compileOnce<Month, UsageRow>((db, param) =>
  selectUsage(db, { userId: param('userId'), month: param('month') }).compile(),
);

/** One statement. */
export async function getUsage(db: Db, userId: UserId, month: string): Promise<UsageRow> {
  const [row] = await findUsage(db, { userId, month });
  if (!row) throw new Error('everybody has a profile');
  return row;
}

type FiguresRow = UsageRow & { conversations: number; daysActive: number; dismissed: string[] };

const findFigures = compileOnce<Month & { start: Date; end: Date }, FiguresRow>((db, param) => {
  const isThisMonth = sql`msg.user_id = ${param('userId')} and msg.created_at >= ${param('start')} and msg.created_at < ${param('end')}`;
  return selectUsage(db, { userId: param('userId'), month: param('month') })
    .select([
      sql<number>`(
        select count(distinct msg.conversation_id) from messages msg
          join conversations c on c.user_id = msg.user_id and c.id = msg.conversation_id
        where ${isThisMonth} and c.deleted_at is null)::int`.as('conversations'),
      sql<number>`(
        select count(distinct (msg.created_at at time zone 'UTC')::date) from messages msg
        where ${isThisMonth} and msg.role = 'user')::int`.as('daysActive'),
      sql<string[]>`array(
        select subject from notices
        where user_id = ${param('userId')} and topic = 'usage_warning' and dismissed_at is not null)`.as('dismissed'),
    ])
    .compile();
});

/** The figures of the dashboard in one statement. A day counts when the person asked something on it (UTC). */
export async function getMonthFigures(db: Db, userId: UserId, month: string): Promise<FiguresRow> {
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  const [row] = await findFigures(db, { userId, month, start, end });
  if (!row) throw new Error('everybody has a profile');
  return row;
}

export type MonthRow = { month: string; messages: number; exports: number; templates: number };

/** What was used by the month from the month `since` on; months without any use have no row. */
export async function listMonths(db: Db, userId: UserId, since: string): Promise<MonthRow[]> {
  return db
    .selectFrom('usage_tracking')
    .select([
      'month_year as month',
      'messages_used as messages',
      'exports_used as exports',
      'templates_used as templates',
    ])
    .where('user_id', '=', userId)
    .where('month_year', '>=', since)
    .where('month_year', '<>', 'at once')
    .execute();
}
