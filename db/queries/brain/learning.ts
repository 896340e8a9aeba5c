import { sql, type RawBuilder } from 'kysely';
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
  /** The owner has switched learning off, made this conversation private, deleted it, or replaced the message, or said it in private. */
  isUnwanted: boolean;
  /** How many facts the team knows. */
  liveFacts: number;
};

/** What comes before a message is context: this much of it. */
const BEFORE_CHARACTERS = 1_500;

const isWanted = sql<boolean>`profiles.learns_from_chats and not conversations.is_private and not messages.is_private
  and conversations.deleted_at is null and not messages.is_replaced`;

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
      sql<number>`(
        select count(*)::int from facts where user_id = ${userId} and state in ${literals(LIVE_FACT_STATES)})`.as(
        'liveFacts',
      ),
      sql<string>`coalesce((
        select right(m.content, ${sql.lit(BEFORE_CHARACTERS)}) from messages m
        where m.user_id = ${userId} and m.conversation_id = turns.conversation_id and m.role = 'assistant'
          and not m.is_replaced and not m.is_private and m.created_at < messages.created_at
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
 * Part of a statement: the facts that share words with a text, with their `rank` from 1, the closest first: up to
 * `limit` of the owner's own, then up to `limit` suggestions.
 */
export const closestFacts = (
  owner: RawBuilder<UserId>,
  text: RawBuilder<unknown>,
  limit: number,
): RawBuilder<{ fact_id: FactRow['id']; rank: number }> => sql`(
    with ${askedWords(owner, text)}, ${lookUp(owner, 'facts')}
    select id as fact_id, row_number() over (order by is_suggestion, score desc, learned_at desc)::int as rank from (
      select s.id, s.score, f.learned_at, ${isSuggestion('f')} as is_suggestion,
        row_number() over (partition by ${isSuggestion('f')} order by s.score desc, f.learned_at desc) as place
      from facts_scored s join facts f on f.user_id = ${owner} and f.id = s.id
      where f.state in ${literals(LIVE_FACT_STATES)}
    ) placed where place <= ${limit})`;

export const RELATED_COLUMNS = [
  'facts.id',
  'facts.number',
  'facts.kind',
  'facts.subject',
  'facts.value',
  'facts.statement',
  'facts.state',
  'facts.source',
  'facts.learned_at as learnedAt',
  'facts.valid_from as validFrom',
  'facts.valid_until as validUntil',
  'facts.is_pinned as isPinned',
  'facts.conflict_id as conflictId',
  'facts.confirmed_at as confirmedAt',
] as const;

/**
 * Facts that share words with a text, the closest first: up to `limit` of the owner's own, then up to `limit`
 * suggestions.
 */
export async function listRelatedFacts(db: Db, userId: UserId, text: string, limit: number): Promise<RelatedFact[]> {
  const closest = closestFacts(sql<UserId>`${userId}::uuid`, sql`${text}::text`, limit);
  return db
    .selectFrom(closest.as('closest'))
    .innerJoin('facts', (join) => join.on('facts.user_id', '=', userId).onRef('facts.id', '=', 'closest.fact_id'))
    .select(RELATED_COLUMNS)
    .orderBy('closest.rank')
    .execute();
}

/** The facts that a conversation taught and that still count, up to `limit`, newest first. */
export async function listTaught(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
  limit: number,
): Promise<FactRow['id'][]> {
  const rows = await db
    .selectFrom('facts')
    .select('id')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', conversationId)
    .where('message_id', 'is not', null)
    .where('state', 'in', LIVE_FACT_STATES)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
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
