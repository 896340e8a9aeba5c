import { sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { ConversationId, MessageId, MessagesTable, TurnsTable, UserId } from '../types.gen.ts';
import { conversationColumns, type ConversationRow } from './conversations.ts';

/** A bubble as JSON brings it: `createdAt` is an ISO 8601 text. */
export type Bubble = {
  id: MessageId;
  role: MessagesTable['role'];
  content: string;
  createdAt: string;
  status: TurnsTable['status'] | null;
  failure: TurnsTable['failure'];
  feedback: 'up' | 'down' | null;
};
export type Thread = ConversationRow & { bubbles: Bubble[] };

/** Bubbles shown of one conversation: the newest. */
const SHOWN_MESSAGES = 500;

/** Questions have neither a turn nor a rating: `limit 1` makes the planner ask for each bubble, and skip them. */
const thread = compileOnce<{ userId: UserId; conversationId: ConversationId }, Thread>((db, param) =>
  db
    .selectFrom('conversations')
    .select(conversationColumns)
    .select(
      sql<Bubble[]>`(
        select coalesce(json_agg(json_build_object('id', m.id, 'role', m.role, 'content', m.content, 'createdAt', m.created_at,
          'status', t.status, 'failure', t.failure, 'feedback', t.rating) order by m.created_at), '[]')
        from (
          select id, role, content, created_at from messages
          where user_id = ${param('userId')} and conversation_id = ${param('conversationId')}
          order by created_at desc limit ${sql.lit(SHOWN_MESSAGES)}
        ) m
          left join lateral (
            select turns.status, turns.failure, rated.rating
            from turns left join message_feedback rated on rated.user_id = turns.user_id and rated.message_id = turns.answer_id
            where m.role = 'assistant' and turns.user_id = ${param('userId')} and turns.answer_id = m.id
            limit 1
          ) t on true)`.as('bubbles'),
    )
    .where('user_id', '=', param('userId'))
    .where('id', '=', param('conversationId'))
    .where('deleted_at', 'is', null)
    .compile(),
);

/** A conversation with its newest bubbles, oldest first, the state of their turns and the ratings, in one statement. */
export async function findThread(db: Db, userId: UserId, conversationId: ConversationId): Promise<Thread | undefined> {
  const [row] = await thread(db, { userId, conversationId });
  return row;
}

/** Most of one conversation that is given away at once. */
const EXPORTED_MESSAGES = 10_000;
/** Rows of it that are read at once: the embedded database would hold everybody up over all of them. */
const EXPORTED_PAGE = 200;
type ExportedMessage = { id: MessageId; role: MessagesTable['role']; content: string; createdAt: Date };

function readPage(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
  after: ExportedMessage | undefined,
): Promise<ExportedMessage[]> {
  return db
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(EXPORTED_PAGE)
    .execute();
}

/** A conversation with everything that was said, oldest first. */
export async function findWholeThread(db: Db, userId: UserId, conversationId: ConversationId) {
  const conversation = await db
    .selectFrom('conversations')
    .select(conversationColumns)
    .where('user_id', '=', userId)
    .where('id', '=', conversationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!conversation) return undefined;
  const messages: ExportedMessage[] = [];
  for (let after: ExportedMessage | undefined; ; after = messages.at(-1)) {
    const page = await readPage(db, userId, conversationId, after);
    messages.push(...page);
    if (page.length < EXPORTED_PAGE || messages.length >= EXPORTED_MESSAGES) break;
  }
  return { ...conversation, messages };
}

/** Keeps a rating of one's own answer. Returns false when there is no such answer. */
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
