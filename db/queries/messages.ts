import type { Db } from '../client.ts';
import type { ConversationId, MessageId, MessagesTable, UserId } from '../types.gen.ts';

export async function addMessage(
  db: Db,
  message: {
    id: MessageId;
    userId: UserId;
    conversationId: ConversationId;
    role: MessagesTable['role'];
    content: string;
    createdAt: Date;
  },
): Promise<void> {
  const { id, userId, conversationId, role, content, createdAt } = message;
  await db
    .insertInto('messages')
    .values({ id, user_id: userId, conversation_id: conversationId, role, content, created_at: createdAt })
    .execute();
}

/** One person's bubbles with the state of their turn and the rating. */
function selectBubbles(db: Db, userId: UserId) {
  return db
    .selectFrom('messages')
    .leftJoin('turns', (join) =>
      join.onRef('turns.user_id', '=', 'messages.user_id').onRef('turns.answer_id', '=', 'messages.id'),
    )
    .leftJoin('message_feedback', (join) =>
      join
        .onRef('message_feedback.user_id', '=', 'messages.user_id')
        .onRef('message_feedback.message_id', '=', 'messages.id'),
    )
    .select([
      'messages.id',
      'messages.role',
      'messages.content',
      'messages.created_at as createdAt',
      'turns.status',
      'turns.failure',
      'message_feedback.rating as feedback',
    ])
    .where('messages.user_id', '=', userId);
}

/** The newest `limit` bubbles, oldest first. */
export async function listMessages(db: Db, userId: UserId, conversationId: ConversationId, limit: number) {
  const rows = await selectBubbles(db, userId)
    .where('messages.conversation_id', '=', conversationId)
    .orderBy('messages.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}

/** Bubbles by their ids, in no order. */
export async function findMessages(db: Db, userId: UserId, ids: MessageId[]) {
  return selectBubbles(db, userId).where('messages.id', 'in', ids).execute();
}
export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

export async function saveContent(db: Db, userId: UserId, id: MessageId, content: string): Promise<void> {
  await db.updateTable('messages').set({ content }).where('user_id', '=', userId).where('id', '=', id).execute();
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
