import { sql, type Expression, type RawBuilder } from 'kysely';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { runSearch } from '../../run-search.ts';
import type { ConversationId, FactsTable, UserId } from '../../types.gen.ts';
import { isDisputed, isSuggestion } from './suggestions.ts';

export type FactId = FactsTable['id'];
export type FactRow = {
  id: FactId;
  number: number;
  kind: FactsTable['kind'];
  subject: string;
  value: string;
  statement: string;
  state: FactsTable['state'];
  source: FactsTable['source'];
  quote: string;
  question: string;
  assistantId: AssistantId | null;
  /** Null if the fact isn't from a message, or its conversation is gone. */
  conversationId: ConversationId | null;
  messageId: string | null;
  /** The document or page that says so, unless it was removed. */
  sourceId: string | null;
  /** The name of the document, page or automation. */
  sourceName: string | null;
  passageId: string | null;
  /** Where in the document that is; `text` is null unless it consists of rows. */
  place: { headings: string[]; page: number | null; sheet: string | null; rows: number[]; text: string | null } | null;
  learnedAt: Date;
  validFrom: string | null;
  validUntil: string | null;
  isPinned: boolean;
  /** Its owner said that the team may use the secret in it. */
  isShareable: boolean;
  conflictId: string | null;
  /** A document, page or automation says so, and its owner hasn't confirmed it. */
  isSuggestion: boolean;
  /**
   * The team doesn't rely on it until its owner settles the conflict. A suggestion never makes the owner's own fact
   * disputed.
   */
  isDisputed: boolean;
  supersededBy: FactId | null;
  /** The newest fact whose place this one took. */
  replaced: { id: FactId; statement: string; value: string } | null;
};

const isLive = (state: FactsTable['state']) => LIVE_FACT_STATES.some((live) => live === state);
/** A fact is corrected far less often than this. */
const CHAIN_MAX = 1_000;

/** Facts as their owner sees them. */
export const selectFacts = (db: Db, userId: UserId) =>
  db
    .selectFrom('facts')
    .leftJoin('conversations', (join) =>
      join
        .on('conversations.user_id', '=', userId)
        .onRef('conversations.id', '=', 'facts.conversation_id')
        .on('conversations.deleted_at', 'is', null),
    )
    .leftJoin('sources', (join) =>
      join
        .on('sources.user_id', '=', userId)
        .onRef('sources.id', '=', 'facts.source_id')
        .on('sources.deleted_at', 'is', null),
    )
    .leftJoin('automations', (join) =>
      join
        .on('automations.user_id', '=', userId)
        .onRef('automations.id', '=', 'facts.automation_id')
        .on('automations.deleted_at', 'is', null),
    )
    .leftJoin('passages', (join) =>
      join
        .on('passages.user_id', '=', userId)
        .onRef('passages.id', '=', 'facts.passage_id')
        .onRef('passages.source_id', '=', 'sources.id'),
    )
    .select([
      'facts.id',
      'facts.number',
      'facts.kind',
      'facts.subject',
      'facts.value',
      'facts.statement',
      'facts.state',
      'facts.source',
      'facts.quote',
      'facts.question',
      'facts.assistant_type as assistantId',
      'conversations.id as conversationId',
      'facts.message_id as messageId',
      'sources.id as sourceId',
      sql<string | null>`coalesce(sources.name, automations.name)`.as('sourceName'),
      'passages.id as passageId',
      sql<FactRow['place']>`case when passages.id is not null then json_build_object(
        'headings', passages.headings, 'page', passages.page, 'sheet', passages.sheet, 'rows', passages.rows,
        'text', case when passages.rows <> '{}' then passages.text end) end`.as('place'),
      'facts.learned_at as learnedAt',
      'facts.valid_from as validFrom',
      'facts.valid_until as validUntil',
      'facts.is_pinned as isPinned',
      'facts.is_shareable as isShareable',
      'facts.conflict_id as conflictId',
      isSuggestion('facts').as('isSuggestion'),
      isDisputed(userId, 'facts').as('isDisputed'),
      'facts.superseded_by as supersededBy',
      sql<FactRow['replaced']>`(
        select json_build_object('id', old.id, 'statement', old.statement, 'value', old.value) from facts old
        where old.user_id = ${userId} and old.superseded_by = facts.id
        order by old.number desc limit 1)`.as('replaced'),
    ])
    .where('facts.user_id', '=', userId);

/**
 * Whether a fact is one of those that `ids`, a query, finds. As an array they are found once, and looked up in an
 * index. With `in`, PostgreSQL may run the query again for each fact, if it expects a person to have few.
 */
export const isOneOf = (ids: Expression<unknown>): RawBuilder<boolean> => sql`facts.id = any (array(${ids}))`;

export type FactFilter = {
  kind: FactsTable['kind'] | null;
  states: readonly FactsTable['state'][];
  text: string | null;
  /** The number of the last fact of the page before. */
  after: number | null;
  limit: number;
};

const literally = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A page of facts, newest first. `text` is searched for in any case, in what they say and were learned from. */
export async function listFacts(db: Db, userId: UserId, filter: FactFilter): Promise<FactRow[]> {
  const { kind, states, text, after, limit } = filter;
  const hasText = sql<boolean>`concat_ws(' ', facts.subject, facts.statement, facts.quote) ilike ${literally(text ?? '')}`;
  const query = selectFacts(db, userId)
    .where('facts.state', 'in', [...states])
    .$if(kind !== null, (facts) => facts.where('facts.kind', '=', kind))
    .$if(text !== null, (facts) => facts.where(hasText))
    .$if(after !== null, (facts) => facts.where('facts.number', '<', after ?? 0))
    .orderBy('facts.number', 'desc')
    .limit(limit);
  return text === null ? query.execute() : runSearch(() => query.execute());
}

/** Those with these ids, in no particular order. */
export async function findFacts(db: Db, userId: UserId, ids: readonly FactId[]): Promise<FactRow[]> {
  if (ids.length === 0) return [];
  return selectFacts(db, userId)
    .where('facts.id', 'in', [...ids])
    .execute();
}

/** What was learned in a conversation, by the message that said it. */
export async function listFactsOfConversation(
  db: Db,
  userId: UserId,
  conversationId: ConversationId,
  limit: number,
): Promise<FactRow[]> {
  return selectFacts(db, userId)
    .where('facts.conversation_id', '=', conversationId)
    .where('facts.message_id', 'is not', null)
    .orderBy('facts.number', 'desc')
    .limit(limit)
    .execute();
}

export async function countLiveFacts(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('facts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('state', 'in', LIVE_FACT_STATES)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** The facts that a conflict is made of. */
export async function findConflict(db: Db, userId: UserId, conflictId: string): Promise<FactRow[]> {
  return selectFacts(db, userId).where('facts.conflict_id', '=', conflictId).execute();
}

/** How many conflicts the owner has to settle. */
export async function countConflicts(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('facts')
    .select(sql<number>`count(distinct conflict_id)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('conflict_id', 'is not', null)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** The fact that has this one's place now, through however many others; undefined if that was forgotten. */
export async function findSuccessor(db: Db, userId: UserId, id: FactId): Promise<FactRow | undefined> {
  const { rows } = await sql<{ id: FactId }>`
    with recursive chain (id, depth) as (
      select superseded_by, 1 from facts where user_id = ${userId} and id = ${id} and superseded_by is not null
      union
      select facts.superseded_by, chain.depth + 1 from facts join chain on facts.id = chain.id
      where facts.user_id = ${userId} and facts.superseded_by is not null and chain.depth < ${sql.lit(CHAIN_MAX)}
    )
    select id from chain order by depth desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return undefined;
  const [fact] = await findFacts(db, userId, [last.id]);
  return fact && isLive(fact.state) ? fact : undefined;
}

/** Live facts of a kind about the same thing. */
export async function listLiveFactsAbout(
  db: Db,
  userId: UserId,
  { kind, subject }: Pick<FactRow, 'kind' | 'subject'>,
): Promise<FactRow[]> {
  return selectFacts(db, userId)
    .where('facts.kind', '=', kind)
    .where(sql<boolean>`lower(facts.subject) = lower(${subject})`)
    .where('facts.state', 'in', LIVE_FACT_STATES)
    .orderBy('facts.number')
    .execute();
}

/** The ids of those whose place the fact took. */
export async function listSupersededBy(db: Db, userId: UserId, id: FactId): Promise<FactId[]> {
  const rows = await db
    .selectFrom('facts')
    .select('id')
    .where('user_id', '=', userId)
    .where('superseded_by', '=', id)
    .execute();
  return rows.map((row) => row.id);
}
