import { sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';
import { accessColumns, type AccessRow } from './profiles.ts';

const messagesUsed = (userId: UserId, month: string) =>
  sql<number>`coalesce((select messages_used from usage_tracking where user_id = ${userId} and month_year = ${month}), 0)::int`;

type UsageRow = AccessRow & { messagesUsed: number };

const findUsage = compileOnce<{ userId: UserId; month: string }, UsageRow>((db, param) =>
  db
    .selectFrom('profiles')
    .select(accessColumns)
    .select(messagesUsed(param('userId'), param('month')).as('messagesUsed'))
    .where('user_id', '=', param('userId'))
    .compile(),
);

/** What a person may use and has used this month, in one statement. */
export async function getUsage(db: Db, userId: UserId, month: string): Promise<UsageRow> {
  const [row] = await findUsage(db, { userId, month });
  if (!row) throw new Error('everybody has a profile');
  return row;
}

/**
 * Takes `amount` messages of the month in one conditional statement: no number of parallel requests gets past `limit`.
 * Returns what is used afterwards, or undefined when it does not fit.
 */
export async function reserveMessages(
  db: Db,
  usage: { userId: UserId; month: string; amount: number; limit: number },
): Promise<number | undefined> {
  if (usage.amount > usage.limit) return undefined;
  const row = await db
    .insertInto('usage_tracking')
    .values({ user_id: usage.userId, month_year: usage.month, messages_used: usage.amount })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'month_year'])
        .doUpdateSet({ messages_used: sql<number>`usage_tracking.messages_used + ${usage.amount}` })
        .where(sql<boolean>`usage_tracking.messages_used + ${usage.amount} <= ${usage.limit}`),
    )
    .returning('messages_used')
    .executeTakeFirst();
  return row?.messages_used;
}

type FiguresRow = UsageRow & { conversations: number; daysActive: number };

const findFigures = compileOnce<{ userId: UserId; month: string; start: Date; end: Date }, FiguresRow>((db, param) => {
  const isThisMonth = sql`m.user_id = ${param('userId')} and m.created_at >= ${param('start')} and m.created_at < ${param('end')}`;
  return db
    .selectFrom('profiles')
    .select(accessColumns)
    .select([
      messagesUsed(param('userId'), param('month')).as('messagesUsed'),
      sql<number>`(
        select count(distinct m.conversation_id) from messages m
          join conversations c on c.user_id = m.user_id and c.id = m.conversation_id
        where ${isThisMonth} and c.deleted_at is null)::int`.as('conversations'),
      sql<number>`(
        select count(distinct (m.created_at at time zone 'UTC')::date) from messages m
        where ${isThisMonth} and m.role = 'user')::int`.as('daysActive'),
    ])
    .where('user_id', '=', param('userId'))
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
