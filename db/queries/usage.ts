import { sql } from 'kysely';
import type { Db } from '../client.ts';
import type { UserId } from '../types.gen.ts';

export async function getMessagesUsed(db: Db, userId: UserId, month: string): Promise<number> {
  const row = await db
    .selectFrom('usage_tracking')
    .select('messages_used')
    .where('user_id', '=', userId)
    .where('month_year', '=', month)
    .executeTakeFirst();
  return row?.messages_used ?? 0;
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

/** Gives one reserved message of that month back. */
export async function giveBackMessage(db: Db, userId: UserId, month: string): Promise<void> {
  await db
    .updateTable('usage_tracking')
    .set({ messages_used: sql<number>`greatest(messages_used - 1, 0)` })
    .where('user_id', '=', userId)
    .where('month_year', '=', month)
    .execute();
}

/** The three figures of the dashboard in one statement. A day counts when the person asked something on it (UTC). */
export async function getMonthFigures(
  db: Db,
  userId: UserId,
  month: string,
): Promise<{ messagesUsed: number; conversations: number; daysActive: number }> {
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1));
  const { rows } = await sql<{ messagesUsed: number; conversations: number; daysActive: number }>`
    select
      coalesce((select messages_used from usage_tracking where user_id = ${userId} and month_year = ${month}), 0)::int as "messagesUsed",
      (select count(distinct m.conversation_id) from messages m join conversations c on c.user_id = m.user_id and c.id = m.conversation_id
        where m.user_id = ${userId} and m.created_at >= ${start} and m.created_at < ${end} and c.deleted_at is null)::int as conversations,
      (select count(distinct (created_at at time zone 'UTC')::date) from messages
        where user_id = ${userId} and role = 'user' and created_at >= ${start} and created_at < ${end})::int as "daysActive"`.execute(
    db,
  );
  return rows[0] ?? { messagesUsed: 0, conversations: 0, daysActive: 0 };
}
