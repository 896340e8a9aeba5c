import { sql } from 'kysely';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { ConversationId, MessageId, MessagesTable, TurnsTable, UserId } from '../../types.gen.ts';
import { conversationColumns, hasUnread, type ConversationRow } from './conversations.ts';

/** A message as JSON delivers it: `createdAt` is an ISO 8601 text. */
export type Bubble = {
  id: MessageId;
  role: MessagesTable['role'];
  content: string;
  createdAt: string;
  status: TurnsTable['status'] | null;
  failure: TurnsTable['failure'];
  attempt: number | null;
  feedback: 'up' | 'down' | null;
};
/** A later version of an exchange: the first version's answer, and its own. */
type Version = { firstId: MessageId; answerId: MessageId };
export type Thread = ConversationRow & { bubbles: Bubble[]; versions: Version[]; hasNewAnswer: boolean };

/** The newest messages of a conversation, limited to this many. */
const SHOWN_MESSAGES = 500;

/** Questions have neither a turn nor a rating: `limit 1` makes the planner look them up per message, and skip questions. */
const thread = compileOnce<{ userId: UserId; conversationId: ConversationId }, Thread>((db, param) =>
  db
    .selectFrom('conversations')
    .select(conversationColumns)
    .select(hasUnread(param('userId')).as('hasNewAnswer'))
    .select(
      sql<Bubble[]>`(
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'content', m.content, 'createdAt', m.created_at,
          'status', t.status, 'failure', t.failure, 'attempt', t.attempt, 'feedback', t.rating) order by m.created_at), '[]')
        from (
          select id, role, content, created_at from messages
          where user_id = ${param('userId')} and conversation_id = ${param('conversationId')} and not is_replaced
          order by created_at desc limit ${sql.lit(SHOWN_MESSAGES)}
        ) m
          left join lateral (
            select turns.status, turns.failure, turns.attempt, rated.rating
            from turns left join message_feedback rated on rated.user_id = ${param('userId')} and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = ${param('userId')} and turns.answer_id = m.id
            limit 1
          ) t on true)`.as('bubbles'),
    )
    .select(
      sql<Version[]>`(
        select coalesce(json_agg(json_build_object('firstId', first.answer_id, 'answerId', v.answer_id) order by a.created_at), '[]')
        from turns v
          join turns first on first.user_id = v.user_id and first.question_id = v.version_of
          join messages a on a.user_id = v.user_id and a.id = v.answer_id
        where v.user_id = ${param('userId')} and v.conversation_id = ${param('conversationId')} and v.version_of is not null)`.as(
        'versions',
      ),
    )
    .where('user_id', '=', param('userId'))
    .where('id', '=', param('conversationId'))
    .where('deleted_at', 'is', null)
    .compile(),
);

/** A conversation with its newest messages, oldest first, the state of their turns and the ratings, in one statement. */
export async function findThread(db: Db, userId: UserId, conversationId: ConversationId): Promise<Thread | undefined> {
  const [row] = await thread(db, { userId, conversationId });
  return row;
}

/** Where reading a conversation has got to. Several messages may share an instant. */
export type MessagePlace = { createdAt: Date; id: MessageId };
type ExportedMessage = MessagePlace & { role: MessagesTable['role']; content: string };

/** A conversation, with the id of its last message; null if there is none. */
export async function findExportedConversation(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
): Promise<(ConversationRow & { lastId: MessageId | null }) | undefined> {
  return db
    .selectFrom('conversations')
    .select(conversationColumns)
    .select(
      sql<MessageId | null>`(select id from messages where user_id = ${userId} and conversation_id = conversations.id
        and not is_replaced order by created_at desc, id desc limit 1)`.as('lastId'),
    )
    .where('user_id', '=', userId)
    .where('id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** A page of a conversation's messages, oldest first, after `after` and up to the message `lastId`. */
export async function readExportedMessages(
  db: Db,
  userId: UserId,
  page: { conversationId: ConversationId; after: MessagePlace | null; lastId: MessageId; limit: number },
): Promise<ExportedMessage[]> {
  const { conversationId, after, lastId, limit } = page;
  return db
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('is_replaced', '=', false)
    .where(
      sql<boolean>`(created_at, id) <= (select m.created_at, m.id from messages m where m.user_id = ${userId} and m.id = ${lastId}::uuid)`,
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Saves the caller's rating of an answer in their own conversation. Returns false if there is no such answer. */
export async function rateMessage(
  db: Db,
  feedback: { userId: UserId; messageId: MessageId; rating: 'up' | 'down' | null; reason: string; now: Date },
): Promise<boolean> {
  const { userId, messageId, rating, reason, now } = feedback;
  const answer = await db
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', messageId)
    .where('role', '=', 'assistant')
    .executeTakeFirst();
  if (!answer) return false;
  if (rating === null) {
    await db.deleteFrom('message_feedback').where('user_id', '=', userId).where('message_id', '=', messageId).execute();
    return true;
  }
  await db
    .insertInto('message_feedback')
    .values({ user_id: userId, message_id: messageId, rating, reason, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'message_id']).doUpdateSet({ rating, reason, updated_at: now }),
    )
    .execute();
  return true;
}
