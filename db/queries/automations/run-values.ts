import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { isTitlePrivate } from '../chat/quoting.ts';
import type { ConversationId, ConversationsTable, MessagesTable, UserId } from '../../types.gen.ts';

export type SaidMessage = {
  conversationId: ConversationId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  role: MessagesTable['role'];
  content: string;
  /** The conversation began in private, so its title repeats what was said there. */
  isTitlePrivate: boolean;
};
const MESSAGE_CHARACTERS = 1_500;

/**
 * Messages from a time range, in conversations in which the owner wrote during that time, oldest first. Leaves out
 * private messages.
 */
export async function listSaid(
  db: Db,
  { userId, from, to, limit }: { userId: UserId; from: Date; to: Date; limit: number },
): Promise<SaidMessage[]> {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.user_id', '=', 'messages.user_id')
        .onRef('conversations.id', '=', 'messages.conversation_id'),
    )
    .select([
      'conversations.id as conversationId',
      'conversations.assistant_type as assistantId',
      'conversations.title',
      'messages.role',
      sql<string>`left(messages.content, ${sql.lit(MESSAGE_CHARACTERS)})`.as('content'),
      isTitlePrivate(userId, 'conversations').as('isTitlePrivate'),
    ])
    .where('messages.user_id', '=', userId)
    .where('messages.created_at', '>=', from)
    .where('messages.created_at', '<', to)
    .where('messages.is_replaced', '=', false)
    .where('messages.is_private', '=', false)
    .where('messages.content', '<>', '')
    .where('conversations.deleted_at', 'is', null)
    .where('conversations.is_private', '=', false)
    .where((is) =>
      is.exists(
        is
          .selectFrom('messages as asked')
          .select('asked.id')
          .where('asked.user_id', '=', userId)
          .whereRef('asked.conversation_id', '=', 'conversations.id')
          .where('asked.role', '=', 'user')
          .where('asked.is_private', '=', false)
          .where('asked.created_at', '>=', from)
          .where('asked.created_at', '<', to),
      ),
    )
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .limit(limit)
    .execute();
}

/** The confirmed fact that begins or ends next, on a day or after it. */
export async function findNextDate(
  db: Db,
  { userId, today }: { userId: UserId; today: string },
): Promise<{ statement: string; day: string } | undefined> {
  const { rows } = await sql<{ statement: string; day: string }>`
    select statement, least(case when valid_from >= ${today} then valid_from end, case when valid_until >= ${today} then valid_until end) as day
    from facts
    where user_id = ${userId} and state = 'confirmed' and (valid_from >= ${today} or valid_until >= ${today})
    order by day, number limit 1`.execute(db);
  return rows[0];
}
