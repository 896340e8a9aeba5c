import { sql } from 'kysely';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { ConversationsTable, UserId } from '../../types.gen.ts';
import type { UsageKind } from './count-use.ts';
import { PersonGoneError } from '../identity/person-gone.ts';
import { accessColumns, profileColumns, type AccessRow, type ProfileRow } from '../identity/profiles.ts';

/** What a person may use, has used of each kind this month, and has in use. */
export type UsageRow = AccessRow & Record<UsageKind, number>;
type Month = { userId: UserId; month: string };

const count = (column: string, kind: UsageKind) => sql<number>`coalesce(${sql.ref(column)}, 0)::int`.as(kind);

const selectUsage = (db: Db, { userId, month }: Month) =>
  db
    .selectFrom('profiles')
    .leftJoin('usage_tracking as m', (join) =>
      join.onRef('m.user_id', '=', 'profiles.user_id').on('m.month_year', '=', month),
    )
    .leftJoin('usage_in_use as in_use', 'in_use.user_id', 'profiles.user_id')
    .select([
      count('m.messages_used', 'messages'),
      count('m.exports_used', 'exports'),
      count('m.templates_used', 'templates'),
      count('in_use.automations', 'automations'),
      count('in_use.integrations', 'integrations'),
    ])
    .where('profiles.user_id', '=', userId);

const findUsage = compileOnce<Month, UsageRow>((db, param) =>
  selectUsage(db, { userId: param('userId'), month: param('month') })
    .select(accessColumns)
    .compile(),
);

/** One statement. */
export async function getUsage(db: Db, userId: UserId, month: string): Promise<UsageRow> {
  const [row] = await findUsage(db, { userId, month });
  if (!row) throw new PersonGoneError(userId);
  return row;
}

const findProfileAndUsage = compileOnce<Month, ProfileRow & UsageRow>((db, param) =>
  selectUsage(db, { userId: param('userId'), month: param('month') })
    .select(profileColumns)
    .compile(),
);

/** The same, with the whole profile. */
export async function getProfileAndUsage(db: Db, userId: UserId, month: string): Promise<ProfileRow & UsageRow> {
  const [row] = await findProfileAndUsage(db, { userId, month });
  if (!row) throw new PersonGoneError(userId);
  return row;
}

type FiguresRow = UsageRow & {
  /** How many conversations of this month there are with each assistant. */
  conversations: Record<string, number>;
  met: ConversationsTable['assistant_type'][];
  dismissed: string[];
};

const findFigures = compileOnce<Month & { start: Date; end: Date }, FiguresRow>((db, param) => {
  const isThisMonth = sql`msg.user_id = ${param('userId')} and msg.created_at >= ${param('start')} and msg.created_at < ${param('end')}`;
  return selectUsage(db, { userId: param('userId'), month: param('month') })
    .select(accessColumns)
    .select([
      sql<FiguresRow['conversations']>`(
        select coalesce(json_object_agg(by.assistant_type, by.number), '{}')
        from (
          select c.assistant_type, count(distinct c.id)::int as number from messages msg
            join conversations c on c.user_id = msg.user_id and c.id = msg.conversation_id
          where ${isThisMonth} and c.deleted_at is null
          group by c.assistant_type
        ) by)`.as('conversations'),
      sql<FiguresRow['met']>`array(
        select distinct assistant_type from conversations
        where user_id = ${param('userId')} and deleted_at is null)`.as('met'),
      sql<string[]>`array(
        select subject from notices
        where user_id = ${param('userId')} and topic = 'usage_warning' and dismissed_at is not null)`.as('dismissed'),
    ])
    .compile();
});

/** The figures of the dashboard in one statement. `met` are the assistants that the person has a conversation with. */
export async function getMonthFigures(db: Db, userId: UserId, month: string): Promise<FiguresRow> {
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  const [row] = await findFigures(db, { userId, month, start, end });
  if (!row) throw new PersonGoneError(userId);
  return row;
}

export type MonthRow = { month: string; messages: number; exports: number; templates: number };

/** Usage by month, from the month `since` on; months without any use have no row. */
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
    .execute();
}
