import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { endLoneConflicts } from './change-facts.ts';
import type { PassageId, SourceId } from './passages.ts';
import { forgetUnusedWords, uncountWords } from './word-counts.ts';

/** Passages are gone from their source: what they taught is forgotten, unless the owner has confirmed it. */
export async function forgetFactsOfPassages(trx: Db, userId: UserId, ids: readonly PassageId[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update facts set passage_id = null, state = 'forgotten', conflict_id = null
    where user_id = ${userId} and source_id is not null and passage_id = any(${[...ids]}::uuid[])
      and confirmed_at is null and state in ('suggested', 'confirmed', 'conflict')`.execute(trx);
  await endLoneConflicts(trx, userId);
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

export type DuePassage = { id: PassageId; headings: string[]; text: string };

/** The first passages of a source that haven't been read for facts. */
export async function listDuePassages(
  db: Db,
  userId: UserId,
  sourceId: SourceId,
  limit: number,
): Promise<DuePassage[]> {
  return db
    .selectFrom('passages')
    .select(['id', 'headings', 'text'])
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('learning', '=', 'due')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Marks passages as read for facts. Returns those that weren't yet: two processes may read the same ones. */
export async function finishPassages(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
  ids: readonly PassageId[] | 'all',
): Promise<PassageId[]> {
  const rows = await trx
    .updateTable('passages')
    .set({ learning: 'done' })
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
    insert into scheduled_jobs (queue, key, payload, due_at)
    select 'learning', sources.id || ' ' || due.id, jsonb_build_object('userId', ${userId}::uuid, 'sourceId', sources.id), ${now}::timestamptz
    from sources cross join lateral (
      select id from passages
      where passages.user_id = ${userId} and passages.source_id = sources.id and passages.learning = 'due'
      order by position limit 1) due
    where sources.user_id = ${userId} and sources.deleted_at is null and sources.state = 'ready'
      and not exists (select 1 from scheduled_jobs where queue = 'learning' and key = sources.id::text)
    on conflict do nothing`.execute(trx);
}

export async function countFactsOfSource(db: Db, userId: UserId, sourceId: SourceId): Promise<number> {
  const { count } = await db
    .selectFrom('facts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['suggested', 'confirmed', 'conflict'])
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
    .where('state', 'in', ['superseded', 'forgotten'])
    .execute();
  return rows.map(({ statement }) => statement);
}
