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
  /** Which property of the subject it is about; empty if none. */
  attribute: string;
  value: string;
  /** The number in `value` as a decimal, if there is exactly one, and its unit. */
  quantity: string | null;
  unit: string;
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
  /** The owner set the attribute or the days by hand, so they survive rewording. */
  hasOwnAttribute: boolean;
  hasOwnDays: boolean;
  conflictId: string | null;
  /** A document, page or automation says so, and its owner hasn't confirmed it. */
  isSuggestion: boolean;
  /** The owner said so in a chat, and has neither confirmed it nor asked for it to be remembered. */
  isSaid: boolean;
  /**
   * The team doesn't rely on it until its owner settles the conflict. A suggestion never makes the owner's own fact
   * disputed.
   */
  isDisputed: boolean;
  supersededBy: FactId | null;
  /**
   * The facts that it replaced, and the ones those had replaced, newest first. `until` is when that happened: an ISO
   * 8601 timestamp, or a day as YYYY-MM-DD.
   */
  history: { id: FactId; statement: string; value: string; until: string }[];
  /** The name that its subject had before, and until when; null if it has the same name or says so itself. */
  formerName: { name: string; until: string | null } | null;
  /** The message that said it isn't true anymore. */
  withdrawnBy: string | null;
  /** An earlier version's rule replaced it, maybe by mistake. */
  isDoubtful: boolean;
};

/** Maximum number of earlier facts in a fact's history. */
const HISTORY_MAX = 5;

/** When a fact took over from the one it replaced: on its first day, or at the moment it was learned. */
const beganAt = (fact: string) => {
  const [learnedAt, validFrom] = [sql.ref(`${fact}.learned_at`), sql.ref(`${fact}.valid_from`)];
  return sql`case when ${validFrom} > to_char(${learnedAt} at time zone 'UTC', 'YYYY-MM-DD') then ${validFrom}
    else to_json(${learnedAt}) #>> '{}' end`;
};
/** Leaves out the typed answer that a fact was split from, because it says the same. */
const historyOf = (userId: UserId) => sql<FactRow['history']>`(
  with recursive older (id, number, statement, value, began_at, until, depth) as (
    select old.id, old.number, old.statement, old.value, ${beganAt('old')}, ${beganAt('facts')}, 1 from facts old
    where old.user_id = ${userId} and old.superseded_by = facts.id
      and old.id is distinct from facts.split_from
    union all
    select old.id, old.number, old.statement, old.value, ${beganAt('old')}, older.began_at, older.depth + 1
    from older join facts old on old.user_id = ${userId} and old.superseded_by = older.id
    where older.depth < ${sql.lit(HISTORY_MAX)}
  )
  select coalesce(json_agg(json_build_object('id', id, 'statement', statement, 'value', value, 'until', until)
    order by depth, number desc), '[]')
  from (select * from older order by depth, number desc limit ${sql.lit(HISTORY_MAX)}) newest)`;

/** The fact that gave its subject another name may have been erased since. */
const formerNameOf = (userId: UserId) => sql<FactRow['formerName']>`
  case when facts.former_subject <> '' and facts.renamed_by is distinct from facts.id then json_build_object(
    'name', facts.former_subject,
    'until', (select ${beganAt('naming')} from facts naming where naming.user_id = ${userId} and naming.id = facts.renamed_by)) end`;

/** The quantity as text: as a JSON number, it would lose digits. */
export const quantityText = sql<string | null>`facts.quantity::text`;

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
      'facts.attribute',
      'facts.value',
      quantityText.as('quantity'),
      'facts.unit',
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
      'facts.has_own_attribute as hasOwnAttribute',
      'facts.has_own_days as hasOwnDays',
      'facts.conflict_id as conflictId',
      isSuggestion('facts').as('isSuggestion'),
      sql<boolean>`facts.source = 'message' and facts.confirmed_at is null`.as('isSaid'),
      isDisputed(userId, 'facts').as('isDisputed'),
      'facts.superseded_by as supersededBy',
      historyOf(userId).as('history'),
      formerNameOf(userId).as('formerName'),
      'facts.withdrawn_message_id as withdrawnBy',
      'facts.is_doubtful as isDoubtful',
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
  const hasText = sql<boolean>`concat_ws(' ', facts.subject, facts.former_subject, facts.statement, facts.quote) ilike ${literally(text ?? '')}`;
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

export async function countLiveFacts(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('facts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('state', 'in', LIVE_FACT_STATES)
    .executeTakeFirst();
  return row?.count ?? 0;
}
