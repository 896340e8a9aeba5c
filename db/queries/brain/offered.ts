import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { ConversationId, MessageId, MessagesTable, SourcesTable, UserId } from '../../types.gen.ts';
import type { FactId } from './facts.ts';

/** Answers of a conversation whose offers are looked up. */
const ANSWERS_MAX = 500;

/** What an answer was given. Answers cite a message by its place in `messageIds`, counted from 1. */
type Offer = { answerId: MessageId; factIds: FactId[]; passageIds: string[]; messageIds: string[] };

/** What the answers of a conversation were given, newest answers first. */
export async function listOffers(db: Db, userId: UserId, conversationId: ConversationId): Promise<Offer[]> {
  const none = sql<string[]>`'{}'`;
  return db
    .selectFrom('turns')
    .select([
      'answer_id as answerId',
      'offered_facts as factIds',
      'offered_passages as passageIds',
      'offered_messages as messageIds',
    ])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where((where) =>
      where.or([
        where('offered_facts', '<>', none),
        where('offered_passages', '<>', none),
        where('offered_messages', '<>', none),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(ANSWERS_MAX)
    .execute();
}

export type OfferedPassageRow = {
  id: string;
  number: number;
  sourceId: string;
  sourceName: string;
  kind: SourcesTable['kind'];
  /** The page that it's from; null for a file. */
  url: string | null;
  headings: string[];
  page: number | null;
  sheet: string | null;
  rows: number[];
  readAt: Date | null;
};

/** Passages without their texts, in no particular order. */
export async function findOfferedPassages(
  db: Db,
  userId: UserId,
  ids: readonly string[],
): Promise<OfferedPassageRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('passages')
    .innerJoin('sources', (join) =>
      join.onRef('sources.user_id', '=', 'passages.user_id').onRef('sources.id', '=', 'passages.source_id'),
    )
    .select([
      'passages.id',
      'passages.number',
      'passages.source_id as sourceId',
      'sources.name as sourceName',
      'sources.kind',
      sql<string | null>`coalesce(passages.page_url, sources.url)`.as('url'),
      'passages.headings',
      'passages.page',
      'passages.sheet',
      'passages.rows',
      'sources.read_at as readAt',
    ])
    .where('passages.user_id', '=', userId)
    .where('passages.id', 'in', [...ids])
    .execute();
}

/** The text of a passage; undefined once its source is gone. */
export async function findPassageText(db: Db, userId: UserId, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('passages')
    .select('text')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.text;
}

export type OfferedMessageRow = {
  id: MessageId;
  conversationId: ConversationId;
  title: string;
  assistantId: string;
  role: MessagesTable['role'];
  createdAt: Date;
};

const selectMessages = (db: Db, userId: UserId, ids: readonly string[]) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.user_id', '=', 'messages.user_id')
        .onRef('conversations.id', '=', 'messages.conversation_id')
        .on('conversations.deleted_at', 'is', null),
    )
    .where('messages.user_id', '=', userId)
    .where(sql<boolean>`messages.id = any (${[...ids]}::uuid[])`);

/** Messages without their texts, in no particular order. Those of deleted conversations are left out. */
export async function findOfferedMessages(
  db: Db,
  userId: UserId,
  ids: readonly string[],
): Promise<OfferedMessageRow[]> {
  if (ids.length === 0) return [];
  return selectMessages(db, userId, ids)
    .select([
      'messages.id',
      'messages.conversation_id as conversationId',
      'conversations.title',
      'conversations.assistant_type as assistantId',
      'messages.role',
      'messages.created_at as createdAt',
    ])
    .execute();
}

/** The text of a message; undefined once its conversation is gone. */
export async function findMessageText(db: Db, userId: UserId, id: string): Promise<string | undefined> {
  return (await selectMessages(db, userId, [id]).select('messages.content').executeTakeFirst())?.content;
}
