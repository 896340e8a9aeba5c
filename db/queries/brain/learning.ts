import { sql, type RawBuilder } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { MemoryAction } from '#contract/brain/memory.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, ConversationsTable, MessageId, ProfilesTable, UserId } from '../../types.gen.ts';
import { askedWords } from './retrieval/asked-words.ts';
import { isOneOf, quantityText, type FactRow } from './facts.ts';
import { lookUp } from './lookup.ts';
import { isSuggestion } from './suggestions.ts';
import { isVersionOfEarlier } from '../chat/versions.ts';

/** What was said before a message: context, and never a source of facts. */
export type EarlierMessage = { from: 'owner' | 'teammate'; text: string };

/**
 * Why nothing may be learned from a message: its chat is private, learning is switched off, or it was deleted or
 * edited.
 */
export type Unwanted = 'private' | 'off' | 'gone';

/** A message that facts may be learned from. */
export type LearnableMessage = {
  conversationId: ConversationId;
  assistantId: ConversationsTable['assistant_type'];
  question: string;
  /** The last messages before it, oldest first. */
  earlier: EarlierMessage[];
  businessName: string;
  businessType: ProfilesTable['business_type'];
  businessTypeText: string;
  timeZone: string;
  askedAt: Date;
  /** What was done because the message asked for it to be remembered or forgotten; null if nothing was. */
  commandNote: string | null;
  /** Those actions, one by one; empty if only `commandNote` describes them. */
  actions: MemoryAction[];
  /** The reason nothing may be learned from it; null if learning is allowed. */
  unwanted: Unwanted | null;
  /** Whether it replaced an earlier version of the question. */
  isVersion: boolean;
  /** The words in it that ask for what tools already did. */
  orders: string[];
  /** How many facts the team knows. */
  liveFacts: number;
};

/** Earlier messages serve as context: at most this many, and this many characters of each. */
export const EARLIER_MESSAGES = 6;
export const EARLIER_CHARACTERS = 600;

/** Part of a statement that reads a turn's `conversations`, its question in `messages`, and `profiles`. */
export const unwanted = sql<Unwanted | null>`case
    when conversations.is_private or messages.is_private then 'private'
    when not profiles.learns_from_chats then 'off'
    when conversations.deleted_at is not null or messages.is_replaced then 'gone' end`;

/** The messages that precede the one in `messages` in the conversation of `turns`. */
const earlierMessages = (userId: UserId) => sql<EarlierMessage[]>`(
    select coalesce(json_agg(json_build_object('from', case when e.role = 'user' then 'owner' else 'teammate' end, 'text', e.text)
      order by e.created_at), '[]')
    from (
      select m.role, m.created_at, case when m.role = 'user' then left(m.content, ${sql.lit(EARLIER_CHARACTERS)})
        else right(m.content, ${sql.lit(EARLIER_CHARACTERS)}) end as text
      from messages m
      where m.user_id = ${userId} and m.conversation_id = turns.conversation_id and not m.is_replaced
        and not m.is_private
          and m.created_at < messages.created_at and m.content <> ''
      order by m.created_at desc limit ${sql.lit(EARLIER_MESSAGES)}
    ) e)`;

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
      'profiles.business_name as businessName',
      'profiles.business_type as businessType',
      'profiles.business_type_text as businessTypeText',
      'profiles.time_zone as timeZone',
      'turns.command_note as commandNote',
      isVersionOfEarlier(userId, 'messages').as('isVersion'),
      sql<MemoryAction[]>`coalesce(turns.memory -> 'actions', '[]')`.as('actions'),
      sql<string[]>`coalesce(turns.memory -> 'orders', '[]')`.as('orders'),
      'messages.created_at as askedAt',
      unwanted.as('unwanted'),
      sql<number>`(
        select count(*)::int from facts where user_id = ${userId} and state in ${literals(LIVE_FACT_STATES)})`.as(
        'liveFacts',
      ),
      earlierMessages(userId).as('earlier'),
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
  | 'attribute'
  | 'value'
  | 'quantity'
  | 'unit'
  | 'statement'
  | 'state'
  | 'source'
  | 'sourceId'
  | 'learnedAt'
  | 'validFrom'
  | 'validUntil'
  | 'isPinned'
  | 'conflictId'
  | 'messageId'
  | 'passageId'
> & {
  /** ISO 639-1, or empty if unknown. */
  language: string;
  /** When the owner confirmed what a document, page or automation says. */
  confirmedAt: Date | null;
  /** The typed answer that it was split from. */
  splitFrom: string | null;
  /** Its subject's former name, if it was renamed. */
  formerSubject?: string;
};

/**
 * Part of a statement: the facts that share words with a text, with their `rank` from 1, the closest first: up to
 * `limit` of the owner's own, then up to `limit` suggestions. Reads the facts once, then joins them: PostgreSQL might
 * otherwise reread all of the person's facts for each one, if it expects only a few.
 */
export const closestFacts = (
  owner: RawBuilder<UserId>,
  text: RawBuilder<unknown>,
  limit: number,
): RawBuilder<{ fact_id: FactRow['id']; rank: number }> => sql`(
    with ${askedWords(owner, text)}, ${lookUp(owner, 'facts')},
    live_facts as materialized (
      select id, learned_at, ${isSuggestion('facts')} as is_suggestion from facts
      where user_id = ${owner} and ${isOneOf(sql`select id from facts_scored`)} and state in ${literals(LIVE_FACT_STATES)}
    )
    select id as fact_id, row_number() over (order by is_suggestion, score desc, learned_at desc)::int as rank from (
      select s.id, s.score, f.learned_at, f.is_suggestion,
        row_number() over (partition by f.is_suggestion order by s.score desc, f.learned_at desc) as place
      from facts_scored s join live_facts f on f.id = s.id
    ) placed where place <= ${limit})`;

export const RELATED_COLUMNS = [
  'facts.id',
  'facts.number',
  'facts.kind',
  'facts.subject',
  'facts.attribute',
  'facts.value',
  quantityText.as('quantity'),
  'facts.unit',
  'facts.statement',
  'facts.state',
  'facts.source',
  'facts.learned_at as learnedAt',
  'facts.valid_from as validFrom',
  'facts.valid_until as validUntil',
  'facts.is_pinned as isPinned',
  'facts.conflict_id as conflictId',
  'facts.confirmed_at as confirmedAt',
  'facts.message_id as messageId',
  'facts.source_id as sourceId',
  'facts.passage_id as passageId',
  'facts.split_from as splitFrom',
  'facts.former_subject as formerSubject',
  'facts.language',
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

/**
 * Marks a message as read for facts, or as one that couldn't be read, in whole or in part. Returns false if its facts
 * may not be added: another process has read it already, or the owner no longer wants it to be learned from.
 */
export async function finishLearning(
  db: Db,
  userId: UserId,
  questionId: MessageId,
  learning: 'done' | 'unread' = 'done',
): Promise<boolean> {
  const { rows } = await sql<{ isWanted: boolean }>`
    update turns set learning = case when ${unwanted} is null then ${learning}::text else 'none' end
    from messages, conversations, profiles
    where turns.user_id = ${userId} and turns.question_id = ${questionId} and turns.learning = 'due'
      and messages.user_id = ${userId} and messages.id = turns.question_id
      and conversations.user_id = ${userId} and conversations.id = turns.conversation_id
      and profiles.user_id = ${userId}
    returning turns.learning <> 'none' as "isWanted"`.execute(db);
  return rows[0]?.isWanted ?? false;
}
