import { sql } from 'kysely';
import { GONE_FACT_STATES, LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { FactsTable, UserId } from '../../types.gen.ts';
import { enqueueJobs } from '../jobs/scheduled-jobs.ts';
import { endLoneConflicts } from './change-facts.ts';
import type { FactId } from './facts.ts';
import type { PassageId, SourceId } from './passages.ts';
import { forgetUnusedWords, uncountWords } from './text-words.ts';

/** Passages are gone from their source: what they taught is forgotten, unless the owner has confirmed it. */
export async function forgetFactsOfPassages(trx: Db, userId: UserId, ids: readonly PassageId[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update facts set passage_id = null, state = 'forgotten', conflict_id = null
    where user_id = ${userId} and source_id is not null and passage_id = any(${[...ids]}::uuid[])
      and confirmed_at is null and state in ${literals(LIVE_FACT_STATES)}`.execute(trx);
  await endLoneConflicts(trx, userId);
}

/**
 * Clears `passage_id` on live facts whose passage was deleted. Facts that the owner forgot or rejected keep it, so
 * that they aren't suggested again (`listRejected`).
 */
export async function detachFacts(trx: Db, userId: UserId, sourceId: SourceId): Promise<void> {
  await sql`
    update facts set passage_id = null
    where user_id = ${userId} and source_id = ${sourceId} and passage_id is not null
      and state in ${literals(LIVE_FACT_STATES)} and not exists (
      select from passages p where p.user_id = ${userId} and p.id = facts.passage_id)`.execute(trx);
}

/** The quotes in a source that its live facts are based on. */
export async function listQuotes(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
): Promise<{ id: FactId; quote: string }[]> {
  return trx
    .selectFrom('facts')
    .select(['id', 'quote'])
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('state', 'in', LIVE_FACT_STATES)
    .execute();
}

/**
 * Forgets or confirms these live facts, whose quotes are no longer in their source. Without a passage, a forgotten fact
 * may be learned again. A conflict stays open until its owner decides.
 */
export async function settleGoneFacts(
  trx: Db,
  userId: UserId,
  { ids, gone, now }: { ids: readonly FactId[]; gone: 'forget' | 'keep'; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const settled =
    gone === 'keep'
      ? sql`state = case when state = 'conflict' then state else 'confirmed' end, confirmed_at = ${now}::timestamptz`
      : sql`state = 'forgotten', conflict_id = null, passage_id = null`;
  await sql`
    update facts set ${settled} where user_id = ${userId} and id = any(${[...ids]}::uuid[])
      and state in ${literals(LIVE_FACT_STATES)}`.execute(trx);
}

/** Deletes what a source taught for good. */
export async function eraseFactsOfSource(trx: Db, userId: UserId, sourceId: SourceId): Promise<void> {
  const owner = sql<UserId>`${userId}::uuid`;
  await sql`
    with erased as (delete from facts where user_id = ${owner} and source_id = ${sourceId} returning words),
      ${uncountWords(owner, 'facts', sql`erased`)}
    select 1`.execute(trx);
  await forgetUnusedWords(trx, userId);
}

/** `rows` has the row of each of its lines, if it is of a table. */
export type DuePassage = { id: PassageId; headings: string[]; rows: number[]; text: string };

/** The first passages of a source that haven't been read for facts. */
export async function listDuePassages(
  db: Db,
  userId: UserId,
  sourceId: SourceId,
  limit: number,
): Promise<DuePassage[]> {
  return db
    .selectFrom('passages')
    .select(['id', 'headings', 'rows', 'text'])
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('learning', '=', 'due')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** What a passage with the same text and headings taught when it was read for facts. */
export type ReadBefore = { passageId: PassageId; facts: RepeatedFact[] };
type RepeatedFact = {
  kind: FactsTable['kind'];
  subject: string;
  attribute: string;
  value: string;
  quantity: number | null;
  unit: string;
  statement: string;
  quote: string;
  question: string;
  validFrom: string | null;
  validUntil: string | null;
  prompt: string;
};

/**
 * Which of these passages have already been read for facts elsewhere in this person's sources, including removed ones,
 * and the facts they taught, without those that the owner has forgotten or replaced.
 */
export async function listReadBefore(db: Db, userId: UserId, ids: readonly PassageId[]): Promise<ReadBefore[]> {
  const { rows } = await sql<ReadBefore>`
    select p.id as "passageId", coalesce((
      select jsonb_agg(jsonb_build_object('kind', f.kind, 'subject', f.subject, 'attribute', f.attribute, 'value', f.value,
        'quantity', f.quantity, 'unit', f.unit, 'statement', f.statement, 'quote', f.quote, 'question', f.question,
        'validFrom', f.valid_from, 'validUntil', f.valid_until, 'prompt', f.prompt) order by f.number)
      from facts f
      where f.user_id = ${userId} and f.source_id = same.source_id and f.passage_id = same.id
        and (f.state in ${literals(LIVE_FACT_STATES)} or f.id = any(same.forgotten_facts))), '[]') as facts
    from passages p cross join lateral (
      select other.id, other.source_id, s.forgotten_facts
      from passages other join sources s on s.user_id = ${userId} and s.id = other.source_id
      where other.user_id = ${userId} and md5(other.text) = md5(p.text) and other.text = p.text
        and other.headings = p.headings and other.learning = 'done' and other.id <> p.id
      order by s.deleted_at desc nulls first limit 1) same
    where p.user_id = ${userId} and p.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/**
 * These facts went with their source: passages of other sources that say the same are due again, so that they take the
 * facts over. The model doesn't read them again (`listReadBefore`).
 */
export async function reopenCopies(trx: Db, userId: UserId, factIds: readonly string[]): Promise<void> {
  if (factIds.length === 0) return;
  await sql`
    update passages p set learning = 'due'
    from facts f
      join passages gone on gone.user_id = ${userId} and gone.source_id = f.source_id and gone.id = f.passage_id,
      sources s
    where f.user_id = ${userId} and f.id = any(${[...factIds]}::uuid[])
      and p.user_id = ${userId} and p.source_id <> gone.source_id and p.learning = 'done'
      and md5(p.text) = md5(gone.text) and p.text = gone.text and p.headings = gone.headings
      and s.user_id = ${userId} and s.id = p.source_id and s.deleted_at is null`.execute(trx);
}

/**
 * Call this before deleting a source's passages and facts. Copies of these passages may have added no facts of their
 * own because of them, so they no longer count as read.
 */
export async function forgetReadings(trx: Db, userId: UserId, sourceId: SourceId): Promise<void> {
  await sql`
    update passages p set learning = 'skipped' from passages gone
    where gone.user_id = ${userId} and gone.source_id = ${sourceId} and p.user_id = ${userId}
      and md5(p.text) = md5(gone.text) and p.source_id <> gone.source_id and p.learning = 'done'
      and not exists (select from facts f where f.user_id = ${userId} and f.source_id = p.source_id and f.passage_id = p.id)`.execute(
    trx,
  );
}

/**
 * Marks passages as read for facts, as skipped, or as ones that the model couldn't read. Returns those that were due:
 * two processes may have read the same ones.
 */
export async function finishPassages(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
  ids: readonly PassageId[] | 'all',
  learning: 'done' | 'skipped' | 'unread',
): Promise<PassageId[]> {
  const rows = await trx
    .updateTable('passages')
    .set({ learning })
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('learning', '=', 'due')
    .$if(ids !== 'all', (query) => query.where('id', 'in', ids === 'all' ? [] : [...ids]))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Passages whose facts found no room: they are read again once there is some. */
export async function postponePassages(trx: Db, userId: UserId, ids: readonly PassageId[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('passages')
    .set({ learning: 'due' })
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .execute();
}

/**
 * Schedules reading sources on for facts: those that have passages left and whose job has ended, because there was no room for more facts or
 * the source was removed for a while. The key is that of the job that is usually scheduled for these passages, so that none runs twice.
 */
export async function resumeSources(trx: Db, userId: UserId, now: Date): Promise<void> {
  await sql`
    ${enqueueJobs({
      queue: 'learning',
      key: sql`sources.id || ' ' || due.id`,
      payload: { userId: sql`${userId}::uuid`, sourceId: sql`sources.id`, from: sql`due.id` },
      dueAt: sql`${now}::timestamptz`,
      from: sql`sources cross join lateral (
        select id from passages
        where passages.user_id = ${userId} and passages.source_id = sources.id and passages.learning = 'due'
        order by position limit 1) due
      where sources.user_id = ${userId} and sources.deleted_at is null
        and sources.read_at is not null and sources.state <> 'failed'`,
    })}`.execute(trx);
}

export async function countFactsOfSource(db: Db, userId: UserId, sourceId: SourceId): Promise<number> {
  const { count } = await db
    .selectFrom('facts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('state', 'in', LIVE_FACT_STATES)
    .executeTakeFirstOrThrow();
  return count;
}

/** Statements of a source, in lower case, that its owner has forgotten or decided against: they aren't suggested again. */
export async function listRejected(db: Db, userId: UserId, sourceId: SourceId): Promise<string[]> {
  const rows = await db
    .selectFrom('facts')
    .select(sql<string>`lower(statement)`.as('statement'))
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    // What was forgotten because its passage is gone has none.
    .where('passage_id', 'is not', null)
    .where('state', 'in', GONE_FACT_STATES)
    .execute();
  return rows.map(({ statement }) => statement);
}
