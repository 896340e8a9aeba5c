import { sql, type RawBuilder } from 'kysely';
import type { MemoryAction } from '#contract/brain/memory.ts';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { ConversationId, ConversationsTable, MessageId, UserId } from '../../types.gen.ts';
import type { FactId, FactRow } from '../brain/facts.ts';
import { unwanted, type RelatedFact, type Unwanted } from '../brain/learning.ts';
import { atRest } from '../brain/change-facts.ts';
import type { TurnKey } from './turns.ts';

/** A turn's changes to the team's knowledge, as stored with the turn. */
export type TurnMemory = {
  actions: MemoryAction[];
  /** The words of the question that asked for it: no facts are learned from them. */
  orders: string[];
  /**
   * If everything was forgotten, for Undo: the facts by number, their conflicts by fact id, and the ids of the typed
   * facts whose preferences were undone, in the order in which they were set.
   */
  everything?: { numbers: number[]; conflicts: Record<string, string>; settings?: string[] };
};

/** A fact that may be forgotten, in the order in which the owner sees them. */
export type CandidateFact = { id: FactId; number: number; statement: string };

/**
 * Part of a statement: the candidates of a conversation's last visible answer, if it is before (`isBefore`) the
 * one about to be written. `isBefore` is a condition on the alias `m`.
 */
export const candidatesOf = (userId: UserId, conversationId: RawBuilder<unknown>, isBefore: RawBuilder<unknown>) =>
  sql<CandidateFact[]>`(
    select coalesce(json_agg(json_build_object('id', f.id, 'number', f.number, 'statement', f.statement) order by c.place), '[]')
    from (
      select m.id from messages m
      where m.user_id = ${userId} and m.conversation_id = ${conversationId} and m.role = 'assistant' and not m.is_replaced and ${isBefore}
      order by m.created_at desc limit 1
    ) last_answer
      join turns t on t.user_id = ${userId} and t.answer_id = last_answer.id,
      jsonb_path_query(t.memory, '$.actions[*] ? (@.kind == "choose" && @.isSettled == false).factIds[*]')
        with ordinality as c (id, place)
      join facts f on f.user_id = ${userId} and f.id = (c.id #>> '{}')::uuid and f.state in ${literals(LIVE_FACT_STATES)})`;

/** A fact that an order to forget or to correct may be about. */
export type NamedFact = Pick<RelatedFact, 'id' | 'number' | 'statement' | 'isPinned' | 'conflictId'>;

/** What a correction needs to know about the fact that it replaces. */
export type ReplaceableFact = NamedFact &
  Pick<FactRow, 'attribute' | 'validFrom' | 'validUntil' | 'hasOwnAttribute' | 'hasOwnDays'> & { partIds: FactId[] };

/**
 * The live facts with these numbers, in no particular order, and the live parts into which a typed answer was split.
 */
export async function findFactsByNumber(
  db: Db,
  userId: UserId,
  numbers: readonly number[],
): Promise<ReplaceableFact[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('facts')
    .select(['id', 'number', 'statement', 'attribute', 'is_pinned as isPinned', 'conflict_id as conflictId'])
    .select(['valid_from as validFrom', 'valid_until as validUntil'])
    .select(['has_own_attribute as hasOwnAttribute', 'has_own_days as hasOwnDays'])
    .select(
      sql<FactId[]>`array(
        select parts.id from facts parts
        where parts.user_id = ${userId} and parts.split_from = facts.id and parts.state in ${literals(LIVE_FACT_STATES)})`.as(
        'partIds',
      ),
    )
    .where('user_id', '=', userId)
    .where(sql<boolean>`number = any (${[...numbers]}::int[])`)
    .where('state', 'in', LIVE_FACT_STATES)
    .execute();
}

/** The highest fact number that this person has ever had. */
export async function findHighestNumber(db: Db, userId: UserId): Promise<number> {
  const row = await db
    .selectFrom('profiles')
    .select('facts_numbered as number')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.number;
}

/** The highest fact number so far, and the reason nothing from the turn's question may be kept; null if it may. */
export type MemoryClaim = { highestNumber: number; unwanted: Unwanted | null };

/**
 * Locks the facts of a turn's owner against other changes, and records what the turn does about them. Returns null, and
 * then nothing may be changed, if the caller doesn't hold the turn's lease, or it was done before. Call this first in
 * the transaction.
 */
export async function claimMemory(
  trx: Db,
  { userId, id }: TurnKey,
  { note, memory }: { note: string; memory: TurnMemory },
): Promise<MemoryClaim | null> {
  const { rows } = await sql<MemoryClaim>`
    with locked as materialized (
      select user_id, facts_numbered, learns_from_chats from profiles where user_id = ${userId} for update
    )
    update turns set command_note = ${note}, memory = (${JSON.stringify(memory)}::text)::jsonb
    from locked as profiles, conversations, messages
    where turns.user_id = profiles.user_id and turns.id = ${id} and turns.status = 'streaming' and turns.command_note is null
      and conversations.user_id = ${userId} and conversations.id = turns.conversation_id
      and messages.user_id = ${userId} and messages.id = turns.question_id
    returning profiles.facts_numbered as "highestNumber", ${unwanted} as "unwanted"`.execute(trx);
  return rows[0] ?? null;
}

/** Records the outcome, and the facts that the answer may cite because of it. The turn must be claimed. */
export async function recordMemoryOutcome(
  trx: Db,
  { userId, id }: TurnKey,
  { note, memory, cited }: { note: string; memory: TurnMemory; cited: readonly FactId[] },
): Promise<void> {
  await sql`
    update turns set command_note = ${note}, memory = (${JSON.stringify(memory)}::text)::jsonb,
      offered_facts = offered_facts || array(select unnest(${[...cited]}::uuid[]) except select unnest(offered_facts))
    where user_id = ${userId} and id = ${id}`.execute(trx);
}

/** A turn's changes to the team's knowledge, and where they were asked for. */
export type SettledTurn = {
  id: TurnKey['id'];
  memory: TurnMemory;
  conversationId: ConversationId;
  questionId: MessageId;
  assistantId: ConversationsTable['assistant_type'];
  askedAt: Date;
  /** The reason nothing from its question may be kept anymore; null if it may. */
  unwanted: Unwanted | null;
  /** The owner's time zone. */
  timeZone: string;
};

/** Finds a turn by its answer, and locks it until the transaction ends. Lock the facts first. */
export async function findTurnMemory(trx: Db, userId: UserId, answerId: MessageId): Promise<SettledTurn | undefined> {
  const row = await trx
    .selectFrom('turns')
    .innerJoin('conversations', (join) =>
      join
        .on('conversations.user_id', '=', userId)
        .onRef('conversations.id', '=', 'turns.conversation_id')
        .on('conversations.deleted_at', 'is', null),
    )
    .innerJoin('messages', (join) =>
      join.on('messages.user_id', '=', userId).onRef('messages.id', '=', 'turns.question_id'),
    )
    .innerJoin('profiles', (join) => join.on('profiles.user_id', '=', userId))
    .select([
      'turns.id',
      sql<TurnMemory>`turns.memory`.as('memory'),
      'turns.conversation_id as conversationId',
      'turns.question_id as questionId',
      unwanted.as('unwanted'),
      'conversations.assistant_type as assistantId',
      'messages.created_at as askedAt',
      'profiles.time_zone as timeZone',
    ])
    .where('turns.user_id', '=', userId)
    .where('turns.answer_id', '=', answerId)
    .where('turns.memory', 'is not', null)
    .forUpdate('turns')
    .executeTakeFirst();
  return row;
}

export async function saveTurnMemory(trx: Db, { userId, id }: TurnKey, memory: TurnMemory): Promise<void> {
  await sql`
    update turns set memory = (${JSON.stringify(memory)}::text)::jsonb where user_id = ${userId} and id = ${id}`.execute(
    trx,
  );
}

/** Forgets all live facts numbered up to `upTo`. Returns what's needed to restore them. Facts must be locked. */
export async function forgetEverything(
  trx: Db,
  userId: UserId,
  upTo: number,
): Promise<NonNullable<TurnMemory['everything']>> {
  const { rows } = await sql<{ numbers: number[] | null; conflicts: Record<string, string> | null }>`
    with live as materialized (
      select id, number, conflict_id from facts
      where user_id = ${userId} and state in ${literals(LIVE_FACT_STATES)} and number <= ${upTo}
    ),
    forgotten as (
      update facts set state = 'forgotten', superseded_by = null, conflict_id = null from live
      where facts.user_id = ${userId} and facts.id = live.id
    )
    select json_agg(number order by number) as numbers,
      json_object_agg(id, conflict_id) filter (where conflict_id is not null) as conflicts
    from live`.execute(trx);
  return { numbers: rows[0]?.numbers ?? [], conflicts: rows[0]?.conflicts ?? {} };
}

/**
 * Restores what `forgetEverything` forgot, if it's still forgotten, with its conflicts. Returns the restored
 * facts that weren't in a conflict.
 */
export async function restoreEverything(
  trx: Db,
  userId: UserId,
  { numbers, conflicts }: NonNullable<TurnMemory['everything']>,
): Promise<Pick<FactRow, 'id' | 'number' | 'subject' | 'statement'>[]> {
  const { rows } = await sql<Pick<FactRow, 'id' | 'number' | 'subject' | 'statement' | 'conflictId'>>`
    with conflicts as (
      select key::uuid as id, value::uuid as conflict_id from jsonb_each_text((${JSON.stringify(conflicts)}::text)::jsonb)
    ),
    restored as (
      select facts.id, conflicts.conflict_id from facts left join conflicts using (id)
      where facts.user_id = ${userId} and facts.number = any (${numbers}::int[]) and facts.state = 'forgotten'
    )
    update facts set state = case when restored.conflict_id is null then ${atRest} else 'conflict' end,
      conflict_id = restored.conflict_id
    from restored where facts.user_id = ${userId} and facts.id = restored.id
    returning facts.id, facts.number, facts.subject, facts.statement, facts.conflict_id as "conflictId"`.execute(trx);
  return rows.filter(({ conflictId }) => conflictId === null);
}
