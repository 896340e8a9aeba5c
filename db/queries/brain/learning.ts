import { sql } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, ConversationsTable, MessageId, UserId } from '../../types.gen.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';
import { askedWords } from './asked-words.ts';
import type { FactRow } from './facts.ts';
import { lookUp } from './lookup.ts';
import { isSuggestion } from './suggestions.ts';

/** A message that facts may be learned from. */
export type LearnableMessage = {
  conversationId: ConversationId;
  assistantId: ConversationsTable['assistant_type'];
  question: string;
  /** The end of the answer before it, or empty. */
  before: string;
  timeZone: string;
  askedAt: Date;
  /** What was done because the message asked for it to be remembered or forgotten; null if nothing was. */
  commandNote: string | null;
  /** The owner has switched learning off, made this conversation private, deleted it, or replaced the message. */
  isUnwanted: boolean;
};

/** What comes before a message is context: this much of it. */
const BEFORE_CHARACTERS = 1_500;

const isWanted = sql<boolean>`profiles.learns_from_chats and not conversations.is_private and conversations.deleted_at is null
  and not messages.is_replaced`;

/** A message whose facts haven't been learned yet. */
export async function findLearnableMessage(
  db: Db,
  userId: UserId,
  questionId: MessageId,
): Promise<LearnableMessage | undefined> {
  return db
    .selectFrom('turns')
    .innerJoin('messages', (join) =>
      join.on('messages.user_id', '=', userId).onRef('messages.id', '=', 'turns.question_id'),
    )
    .innerJoin('conversations', (join) =>
      join.on('conversations.user_id', '=', userId).onRef('conversations.id', '=', 'turns.conversation_id'),
    )
    .innerJoin('profiles', (join) => join.on('profiles.user_id', '=', userId))
    .select([
      'turns.conversation_id as conversationId',
      'conversations.assistant_type as assistantId',
      'messages.content as question',
      'profiles.time_zone as timeZone',
      'turns.command_note as commandNote',
      'messages.created_at as askedAt',
      sql<boolean>`not (${isWanted})`.as('isUnwanted'),
      sql<string>`coalesce((
        select right(m.content, ${sql.lit(BEFORE_CHARACTERS)}) from messages m
        where m.user_id = ${userId} and m.conversation_id = turns.conversation_id and m.role = 'assistant'
          and not m.is_replaced and m.created_at < messages.created_at
        order by m.created_at desc limit 1), '')`.as('before'),
    ])
    .where('turns.user_id', '=', userId)
    .where('turns.question_id', '=', questionId)
    .where('turns.learning', '=', 'due')
    .executeTakeFirst();
}

export type RelatedFact = Pick<
  FactRow,
  | 'id'
  | 'number'
  | 'kind'
  | 'subject'
  | 'value'
  | 'statement'
  | 'state'
  | 'source'
  | 'learnedAt'
  | 'validFrom'
  | 'validUntil'
  | 'isPinned'
  | 'conflictId'
> & {
  /** When the owner confirmed what a document, page or automation says. */
  confirmedAt: Date | null;
};

/**
 * Facts that share words with a text, the closest first: up to `limit` of the owner's own, then up to `limit`
 * suggestions.
 */
export async function listRelatedFacts(db: Db, userId: UserId, text: string, limit: number): Promise<RelatedFact[]> {
  const owner = sql<UserId>`${userId}::uuid`;
  const scored = sql<{ fact_id: FactRow['id']; score: number; is_suggestion: boolean }>`(
    with ${askedWords(owner, sql`${text}::text`)}, ${lookUp(owner, 'facts')}
    select id as fact_id, score, is_suggestion from (
      select s.id, s.score, ${isSuggestion('f')} as is_suggestion,
        row_number() over (partition by ${isSuggestion('f')} order by s.score desc, f.learned_at desc) as place
      from facts_scored s join facts f on f.user_id = ${owner} and f.id = s.id
      where f.state in ${literals(LIVE_FACT_STATES)}
    ) placed where place <= ${limit})`;
  return db
    .selectFrom(scored.as('scored'))
    .innerJoin('facts', (join) => join.on('facts.user_id', '=', userId).onRef('facts.id', '=', 'scored.fact_id'))
    .select([
      'id',
      'number',
      'kind',
      'subject',
      'value',
      'statement',
      'state',
      'source',
      'learned_at as learnedAt',
      'valid_from as validFrom',
      'valid_until as validUntil',
      'is_pinned as isPinned',
      'conflict_id as conflictId',
      'confirmed_at as confirmedAt',
    ])
    .orderBy('scored.is_suggestion')
    .orderBy('scored.score', 'desc')
    .orderBy('learned_at', 'desc')
    .execute();
}

/**
 * Marks a message as read for facts. Returns false if they may not be added: it has been read already, as two processes may, or the owner
 * doesn't want that anymore.
 */
export async function finishLearning(db: Db, userId: UserId, questionId: MessageId): Promise<boolean> {
  const { rows } = await sql<{ isWanted: boolean }>`
    update turns set learning = case when ${isWanted} then 'done' else 'none' end
    from messages, conversations, profiles
    where turns.user_id = ${userId} and turns.question_id = ${questionId} and turns.learning = 'due'
      and messages.user_id = ${userId} and messages.id = turns.question_id
      and conversations.user_id = ${userId} and conversations.id = turns.conversation_id
      and profiles.user_id = ${userId}
    returning turns.learning = 'done' as "isWanted"`.execute(db);
  return rows[0]?.isWanted ?? false;
}

/** There is no room for what a message says: it is read again once there is. */
export async function postponeLearning(db: Db, userId: UserId, questionId: MessageId): Promise<void> {
  await db
    .updateTable('turns')
    .set({ learning: 'waiting' })
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .where('learning', '=', 'due')
    .execute();
}

/** How many messages wait for room. */
export async function countWaitingMessages(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from turns where user_id = ${userId} and learning = 'waiting'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Messages that waited for room and are read after a change. */
const RESUMED_AT_ONCE = 200;

/** Schedules reading the oldest of them. */
export async function resumeMessages(db: Db, userId: UserId, now: Date): Promise<void> {
  await sql`
    with resumed as (
      update turns set learning = 'due' where user_id = ${userId} and id in (
        select id from turns where user_id = ${userId} and learning = 'waiting' order by created_at limit ${RESUMED_AT_ONCE})
      returning question_id
    )
    ${enqueueJobs({
      queue: 'learning',
      key: sql`question_id::text`,
      payload: { userId: sql`${userId}::uuid`, questionId: sql`question_id` },
      dueAt: sql`${now}::timestamptz`,
      from: sql`resumed`,
    })}`.execute(db);
}

/** Whether facts are learned from what the owner writes. */
export async function learnsFromChats(db: Db, userId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('learns_from_chats as learns')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.learns ?? false;
}
