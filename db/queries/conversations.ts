import { sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import type { Db } from '../client.ts';
import type { ConversationId, ConversationsTable, UserId } from '../types.gen.ts';

export const conversationColumns = [
  'conversations.id',
  'conversations.assistant_type as assistantId',
  'conversations.title',
  'conversations.created_at as createdAt',
  'conversations.updated_at as updatedAt',
] as const;

export type ConversationRow = {
  id: ConversationId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  createdAt: Date;
  updatedAt: Date;
};

type ListedRow = ConversationRow & { isStreaming: boolean };

const newest = compileOnce<{ userId: UserId; assistantId: ConversationsTable['assistant_type'] }, ListedRow>(
  (db, param) =>
    db
      .selectFrom('conversations')
      .select(conversationColumns)
      .select((select) =>
        select
          .exists(
            select
              .selectFrom('turns')
              .select(sql`1`.as('one'))
              .whereRef('turns.user_id', '=', 'conversations.user_id')
              .whereRef('turns.conversation_id', '=', 'conversations.id')
              .where('turns.status', '=', sql.lit('streaming')),
          )
          .$castTo<boolean>()
          .as('isStreaming'),
      )
      .where('user_id', '=', param('userId'))
      .where('assistant_type', '=', param('assistantId'))
      .where('deleted_at', 'is', null)
      .orderBy('updated_at', 'desc')
      .limit(sql.lit(200))
      .compile(),
);

/** The newest 200 with one assistant, and whether an answer is on its way in each. */
export function listConversations(db: Db, userId: UserId, assistantId: ConversationsTable['assistant_type']) {
  return newest(db, { userId, assistantId });
}

const setTitle = compileOnce<{ userId: UserId; id: ConversationId; title: string }, unknown>((db, param) =>
  db
    .updateTable('conversations')
    .set({ title: param('title') })
    .where('user_id', '=', param('userId'))
    .where('id', '=', param('id'))
    .compile(),
);

export async function nameConversation(db: Db, userId: UserId, id: ConversationId, title: string): Promise<void> {
  await setTitle(db, { userId, id, title });
}

/** Hides a conversation, or brings it back. Returns whether there was one to change. */
export async function setConversationDeleted(
  db: Db,
  userId: UserId,
  id: ConversationId,
  deletedAt: Date | null,
): Promise<boolean> {
  const row = await db
    .updateTable('conversations')
    .set({ deleted_at: deletedAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', deletedAt ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes what was deleted before `before`, messages and turns included. */
export async function purgeDeletedConversations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('conversations').where('deleted_at', '<', before).execute();
}
