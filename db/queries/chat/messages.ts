import { sql } from 'kysely';
import { GONE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Rating } from '#contract/chat/chat.ts';
import type { Db } from '../../client.ts';
import { runPartAs } from '../../kind-of-work.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, MessageId, MessagesTable, UserId } from '../../types.gen.ts';
import { conversationColumns, type ConversationRow } from './conversations.ts';
import { saidUntil } from './quoting.ts';
import { versionsBeside, type Version } from './versions.ts';

/** Where reading a conversation has got to. Several messages may share an instant. */
export type MessagePlace = { createdAt: Date; id: MessageId };
/**
 * What an answer's turn forgot or corrected: the facts' previous statements, or how many there were if it was
 * everything.
 */
export type ExportedMemory = { kind: 'forgotten' | 'corrected' | 'everything'; count: number; statements: string[] };
type ExportedMessage = MessagePlace & {
  role: MessagesTable['role'];
  content: string;
  memory: ExportedMemory[] | null;
  /** All versions of its exchange, if there are others. */
  versions: Version[] | null;
};

/** For each of the turn's actions that removed facts, to the extent that those are still gone. */
const memoryOf = (userId: UserId) => sql<ExportedMemory[] | null>`(
  select json_agg(json_build_object('kind', done.action ->> 'kind', 'count', coalesce((done.action ->> 'count')::int, 0),
    'statements', coalesce((
      select json_agg(f.statement order by f.number) from facts f
      where f.user_id = ${userId} and f.state in ${literals(GONE_FACT_STATES)}
        and f.id = any (array(select jsonb_array_elements_text(done.action -> 'factIds')::uuid))), '[]')) order by done.place)
  from turns t, jsonb_array_elements(t.memory -> 'actions') with ordinality as done (action, place)
  where t.user_id = ${userId} and t.answer_id = messages.id
    and (done.action ->> 'step' = 'forgotten' or done.action ->> 'kind' in ('forgotten', 'corrected') and exists (
      select 1 from facts f where f.user_id = ${userId} and f.state in ${literals(GONE_FACT_STATES)}
        and f.id = any (array(select jsonb_array_elements_text(done.action -> 'factIds')::uuid)))))`;

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
  const query = db
    .selectFrom('messages')
    .select(['id', 'role', 'content', 'created_at as createdAt'])
    .select(memoryOf(userId).as('memory'))
    .select(
      sql<Version[] | null>`(
        select ${versionsBeside(userId, sql`t.follows`, { isCounted: false })} from turns t
        where t.user_id = ${userId} and t.choice > 1 and t.answer_id = case when messages.role = 'assistant' then messages.id
          else (select own.answer_id from turns own where own.user_id = ${userId} and own.question_id = messages.id) end)`.as(
        'versions',
      ),
    )
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('is_replaced', '=', false)
    .where(
      sql<boolean>`(created_at, id) <= (select m.created_at, m.id from messages m where m.user_id = ${userId} and m.id = ${lastId}::uuid)`,
    )
    .$if(after !== null, (messages) =>
      messages.where(sql<boolean>`(created_at, id) > (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  return runPartAs('transfer', () => query.execute());
}

/** An answer, with what was said before it, and the title and assistant of its conversation. */
export async function findAnswer(db: Db, userId: UserId, messageId: MessageId) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', (join) =>
      join.on('conversations.user_id', '=', userId).onRef('conversations.id', '=', 'messages.conversation_id'),
    )
    .select(['messages.content', 'conversations.title', 'conversations.assistant_type as assistantId'])
    .select(saidUntil(userId, 'messages').as('said'))
    .where('messages.user_id', '=', userId)
    .where('messages.id', '=', messageId)
    .where('messages.role', '=', 'assistant')
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Saves the caller's rating of an answer in their own conversation. Returns false if there is no such answer. */
export async function rateMessage(
  db: Db,
  feedback: { userId: UserId; messageId: MessageId; rating: Rating | null; reason: string; now: Date },
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

/** The question that an answer is for. */
export async function findQuestion(db: Db, keys: { userId: UserId; answerId: MessageId }): Promise<string | undefined> {
  const row = await db
    .selectFrom('turns')
    .innerJoin('messages', (join) =>
      join.onRef('messages.user_id', '=', 'turns.user_id').onRef('messages.id', '=', 'turns.question_id'),
    )
    .select('messages.content')
    .where('turns.user_id', '=', keys.userId)
    .where('messages.user_id', '=', keys.userId)
    .where('turns.answer_id', '=', keys.answerId)
    .executeTakeFirst();
  return row?.content;
}
