import { sql } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { SourcesTable, UserId } from '../../types.gen.ts';
import { endLoneConflicts, lockFacts } from './change-facts.ts';
import type { FactRow } from './facts.ts';
import { removePassages } from './passages.ts';
import { eraseFactsOfSource, forgetReadings, reopenCopies } from './source-facts.ts';
import type { SourceId } from './sources.ts';

/** The others are left for the next run. */
const OWNERS_AT_A_TIME = 100;

/**
 * Hides a source. Its facts are forgotten, except those that the owner has confirmed, which are theirs, and those that
 * another source states as well, which are its own from then on. Returns whether there was one.
 */
export async function removeSource(trx: Db, userId: UserId, id: SourceId, now: Date): Promise<boolean> {
  await lockFacts(trx, userId);
  const forgotten = await sql<{ id: string }>`
    update facts set state = 'forgotten', conflict_id = null, superseded_by = null
    where user_id = ${userId} and source_id = ${id} and confirmed_at is null
      and state in ${literals(LIVE_FACT_STATES)}
    returning id`.execute(trx);
  const factIds = forgotten.rows.map((fact) => fact.id);
  const row = await trx
    .updateTable('sources')
    .set({ deleted_at: now, forgotten_facts: factIds })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  await reopenCopies(trx, userId, factIds);
  await endLoneConflicts(trx, userId);
  return row !== undefined;
}

/** `facts` are the ones that were restored. */
type RestoredSource = Pick<SourcesTable, 'kind' | 'state'> & {
  facts: Pick<FactRow, 'id' | 'number' | 'subject' | 'statement'>[];
};

/**
 * Brings a source back with the facts that were forgotten with it, unless another source has taken them over.
 * Returns its state, or null if it's gone for good.
 */
export async function restoreSource(trx: Db, userId: UserId, id: SourceId): Promise<RestoredSource | null> {
  await lockFacts(trx, userId);
  const source = await trx
    .selectFrom('sources')
    .select(['kind', 'state', 'forgotten_facts as factIds'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  if (!source) return null;
  await trx
    .updateTable('sources')
    .set({ deleted_at: null, forgotten_facts: [] })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  const { rows } = await sql<RestoredSource['facts'][number]>`
    update facts set state = 'suggested'
    where user_id = ${userId} and source_id = ${id} and id = any(${source.factIds}::uuid[]) and state = 'forgotten'
      and not exists (select from facts live where live.user_id = ${userId} and live.kind = facts.kind
        and live.state in ${literals(LIVE_FACT_STATES)} and lower(live.statement) = lower(facts.statement))
    returning id, number, subject, statement`.execute(trx);
  return { kind: source.kind, state: source.state, facts: rows };
}

/** Hides chat files whose conversation doesn't exist: never sent, or the chat was purged. */
export async function hideUnsentFiles(db: Db, { addedBefore, now }: { addedBefore: Date; now: Date }): Promise<void> {
  await db
    .updateTable('sources')
    .set({ deleted_at: now })
    .where('scope', '=', 'chat')
    .where('added_at', '<=', addedBefore)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from conversations c where c.user_id = sources.user_id and c.id = sources.conversation_id)`,
    )
    .execute();
}

/** Whose sources were removed before `before` and aren't deleted yet. */
export async function listOwnersOfRemoved(db: Db, before: Date): Promise<UserId[]> {
  const rows = await db
    .selectFrom('sources')
    .select('user_id as userId')
    .distinct()
    .where('deleted_at', '<=', before)
    .limit(OWNERS_AT_A_TIME)
    .execute();
  return rows.map(({ userId }) => userId);
}

/**
 * Deletes for good what was removed before `before`: sources, passages, files, and what they taught. A fact that the owner has confirmed is
 * in their own name from now on.
 */
export async function purgeSources(trx: Db, userId: UserId, before: Date): Promise<void> {
  await lockFacts(trx, userId);
  const removed = await trx
    .selectFrom('sources')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', '<=', before)
    .execute();
  for (const { id } of removed) {
    await forgetReadings(trx, userId, id);
    await removePassages(trx, userId, { sourceId: id });
    await sql`
      update facts set source = 'typed', source_id = null, passage_id = null
      where user_id = ${userId} and source_id = ${id} and confirmed_at is not null`.execute(trx);
    await eraseFactsOfSource(trx, userId, id);
    await trx.deleteFrom('sources').where('user_id', '=', userId).where('id', '=', id).execute();
  }
}
