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
    update facts set passage_id = null,
      state = case when confirmed_at is null and state in ('suggested', 'confirmed', 'conflict') then 'forgotten' else state end,
      conflict_id = case when confirmed_at is null then null else conflict_id end
    where user_id = ${userId} and source_id is not null and passage_id = any(${[...ids]}::uuid[])`.execute(trx);
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
