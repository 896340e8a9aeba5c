import { sql, type RawBuilder } from 'kysely';
import { compileOnce } from '../../compile-once.ts';
import type { Db } from '../../client.ts';
import type { ConversationId, ConversationsTable, UserId } from '../../types.gen.ts';
import { notifyBell } from '../notices/added-notices.ts';
import { saidUntil } from './quoting.ts';

export const conversationColumns = [
  'conversations.id',
  'conversations.assistant_type as assistantId',
  'conversations.title',
  'conversations.is_private as isPrivate',
  'conversations.created_at as createdAt',
  'conversations.updated_at as updatedAt',
] as const;

export type ConversationRow = {
  id: ConversationId;
  assistantId: ConversationsTable['assistant_type'];
  title: string;
  isPrivate: boolean;
  createdAt: Date;
  updatedAt: Date;
};

type ListedRow = ConversationRow & { isStreaming: boolean; hasNewAnswer: boolean };

/** Where a page of a list of conversations ends. */
export type ConversationCursor = { updatedAt: Date; id: ConversationId };

/** Whether an answer has finished that `userId`, the owner of the conversation, hasn't seen. */
export const hasUnread = (userId: UserId) => sql<boolean>`exists (
  select from turns where turns.user_id = ${userId} and turns.conversation_id = conversations.id and turns.is_unread)`;

/** Whether a conversation is private, and whether its owner lets the team learn from chats. */
export type ChatPrivacy = { isPrivate: boolean; isLearning: boolean };

/** Part of a statement on `profiles`. A conversation that doesn't exist yet isn't private. */
export const privacyOf = (userId: UserId, conversationId: RawBuilder<unknown>): RawBuilder<ChatPrivacy> => sql`(
  select json_build_object('isPrivate', coalesce((
      select c.is_private from conversations c where c.user_id = ${userId} and c.id = ${conversationId}), false),
    'isLearning', profiles.learns_from_chats))`;

type ListKeys = {
  userId: UserId;
  assistantId: ConversationsTable['assistant_type'];
  updatedAt: Date | null;
  id: ConversationId | null;
  limit: number;
};

const newest = compileOnce<ListKeys, ListedRow>((db, param) =>
  db
    .selectFrom('conversations')
    .select(conversationColumns)
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('turns')
            .select(sql`1`.as('one'))
            .where('turns.user_id', '=', param('userId'))
            .whereRef('turns.conversation_id', '=', 'conversations.id')
            .where('turns.status', '=', sql.lit('streaming')),
        )
        .$castTo<boolean>()
        .as('isStreaming'),
    )
    .select(hasUnread(param('userId')).as('hasNewAnswer'))
    .where('user_id', '=', param('userId'))
    .where('assistant_type', '=', param('assistantId'))
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(${param('id')}::uuid is null or (updated_at, id) < (${param('updatedAt')}::timestamptz, ${param('id')}::uuid))`,
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .compile(),
);

/** Up to `limit` conversations with one assistant, newest first, and whether each has an answer that is running or hasn't been seen. */
export function listConversations(
  db: Db,
  userId: UserId,
  assistantId: ConversationsTable['assistant_type'],
  page: { after: ConversationCursor | null; limit: number },
) {
  const { after, limit } = page;
  return newest(db, { userId, assistantId, updatedAt: after?.updatedAt ?? null, id: after?.id ?? null, limit });
}

/** The beginning of the last answer, and what was said before it. */
export type RecentRow = ListedRow & { lastAnswer: { beginning: string; said: string } | null };

const recent = compileOnce<{ userId: UserId }, RecentRow>((db, param) =>
  db
    .selectFrom('conversations')
    .select(conversationColumns)
    .select([
      sql<boolean>`exists (
        select from turns
        where turns.user_id = ${param('userId')} and turns.conversation_id = conversations.id and turns.status = 'streaming'
      )`.as('isStreaming'),
      sql<RecentRow['lastAnswer']>`(
        select json_build_object('beginning', left(m.content, 600), 'said', ${saidUntil(param('userId'), 'm')}) from messages m
        where m.user_id = ${param('userId')} and m.conversation_id = conversations.id and m.role = 'assistant'
          and m.content <> '' and not m.is_replaced
        order by m.created_at desc limit 1
      )`.as('lastAnswer'),
      hasUnread(param('userId')).as('hasNewAnswer'),
    ])
    .where('user_id', '=', param('userId'))
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(sql.lit(12))
    .compile(),
);

/** The newest 12 across all assistants, each with the beginning of its last answer, in one statement. */
export function listRecentConversations(db: Db, userId: UserId) {
  return recent(db, { userId });
}

/** Whether there is such a conversation that isn't deleted. */
export async function hasConversation(db: Db, userId: UserId, id: ConversationId): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a conversation is private; undefined if there is no such conversation, or it is deleted. */
export async function findPrivacy(db: Db, userId: UserId, id: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('is_private as isPrivate')
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = ${id}::uuid`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.isPrivate;
}

/** Changes a conversation, deleted or not. Returns whether there was one to change. */
async function change(
  db: Pick<Db, 'updateTable'>,
  { userId, id, isDeleted = false }: { userId: UserId; id: ConversationId; isDeleted?: boolean },
  columns: { title: string } | { is_private: boolean } | { deleted_at: Date | null },
): Promise<boolean> {
  const row = await db
    .updateTable('conversations')
    .set(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    // Its title and its answers are in the bell: they change, leave and come back with it.
    .returning(['id', sql`${notifyBell(sql`user_id`)}`.as('notified')])
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether facts may be learned from a conversation. Returns whether there was one to change. */
export const setConversationPrivate = (db: Db, userId: UserId, id: ConversationId, isPrivate: boolean) =>
  change(db, { userId, id }, { is_private: isPrivate });

/** Gives a conversation the title its owner chose. Returns whether there was one to change. */
export const renameConversation = (db: Db, userId: UserId, id: ConversationId, title: string) =>
  change(db, { userId, id }, { title });

/** Renames a conversation unless its owner has renamed it since. */
export async function changeTitle(
  db: Db,
  userId: UserId,
  id: ConversationId,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ title: after })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('title', '=', before)
    .returning(sql`${notifyBell(sql`user_id`)}`.as('notified'))
    .execute();
}

/**
 * Hides a conversation with the files that belong to it, or restores both. A file that was removed before stays so.
 * Returns whether there was one to change.
 */
export const setConversationDeleted = (db: Db, userId: UserId, id: ConversationId, deletedAt: Date | null) => {
  const withFiles = db.with('files', (query) =>
    query
      .updateTable('sources')
      .set({ deleted_at: deletedAt })
      .where('user_id', '=', userId)
      .where('conversation_id', '=', id)
      .where('scope', '=', 'chat')
      .where(
        deletedAt === null
          ? sql<boolean>`deleted_at = (select c.deleted_at from conversations c where c.user_id = ${userId} and c.id = ${id})`
          : sql<boolean>`deleted_at is null`,
      ),
  );
  return change(withFiles, { userId, id, isDeleted: deletedAt === null }, { deleted_at: deletedAt });
};

/** Removes what was deleted before `before`, including messages and turns. */
export async function purgeDeletedConversations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('conversations').where('deleted_at', '<', before).execute();
}
