import { sql } from 'kysely';
import type { MemoryAction } from '#contract/brain/memory.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { Db } from '../../client.ts';
import type { ConversationId, MessageId, MessagesTable, UserId } from '../../types.gen.ts';
import { saidUntil } from '../chat/quoting.ts';
import type { FactId } from './facts.ts';
import type { PassageId } from './passages.ts';

/** Answers of a conversation whose offers are looked up. */
const ANSWERS_MAX = 500;

/** What an answer was given. Answers cite a message by its place in `messageIds`, counted from 1. */
type Offer = {
  answerId: MessageId;
  questionId: MessageId;
  factIds: FactId[];
  passageIds: PassageId[];
  messageIds: string[];
  /** The turn's changes to the team's knowledge, and its questions to the owner about it. */
  actions: MemoryAction[] | null;
};

/**
 * What the answers of a conversation had as context, and their turns' changes to the team's knowledge, newest answers
 * first.
 */
export async function listOffers(db: Db, userId: UserId, conversationId: ConversationId): Promise<Offer[]> {
  const none = sql<string[]>`'{}'`;
  return db
    .selectFrom('turns')
    .select([
      'answer_id as answerId',
      'question_id as questionId',
      'offered_facts as factIds',
      'offered_passages as passageIds',
      'offered_messages as messageIds',
      sql<MemoryAction[] | null>`memory -> 'actions'`.as('actions'),
    ])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where((where) =>
      where.or([
        where('offered_facts', '<>', none),
        where('offered_passages', '<>', none),
        where('offered_messages', '<>', none),
        where('memory', 'is not', null),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(ANSWERS_MAX)
    .execute();
}

export type OfferedMessageRow = {
  id: MessageId;
  conversationId: ConversationId;
  title: string;
  assistantId: AssistantId;
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

/** The text of a message, and what was said before it; undefined once its conversation is gone. */
export async function findMessageText(
  db: Db,
  userId: UserId,
  id: string,
): Promise<{ content: string; said: string } | undefined> {
  return selectMessages(db, userId, [id])
    .select(['messages.content', saidUntil(userId, 'messages').as('said')])
    .executeTakeFirst();
}
