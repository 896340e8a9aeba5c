import { sql } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { UserId } from '../../types.gen.ts';
import { findFacts, type FactId, type FactRow } from './facts.ts';

/** Limits the recursion: real chains of corrections are far shorter. */
const CHAIN_MAX = 1_000;

/**
 * For each of these facts, the live fact at the end of its chain of successors, and whether that one is
 * pinned. Those whose successor was forgotten, or that have none, are left out.
 */
export async function listSuccessors(
  db: Db,
  userId: UserId,
  ids: readonly FactId[],
): Promise<{ id: FactId; successor: FactId; isPinned: boolean }[]> {
  const { rows } = await sql<{ id: FactId; successor: FactId; isPinned: boolean }>`
    with recursive chain (id, successor, depth) as (
      select id, superseded_by, 1 from facts
      where user_id = ${userId} and id = any(${[...ids]}::uuid[]) and superseded_by is not null
      union
      select chain.id, facts.superseded_by, chain.depth + 1 from facts join chain on facts.id = chain.successor
      where facts.user_id = ${userId} and facts.superseded_by is not null and chain.depth < ${sql.lit(CHAIN_MAX)}
    ),
    ends as (select distinct on (id) id, successor from chain order by id, depth desc)
    select ends.id, ends.successor, facts.is_pinned as "isPinned"
    from ends join facts on facts.user_id = ${userId} and facts.id = ends.successor
    where facts.state in ${literals(LIVE_FACT_STATES)}`.execute(db);
  return rows;
}

/** The live fact that has replaced this one, directly or through others; undefined if there is none. */
export async function findSuccessor(db: Db, userId: UserId, id: FactId): Promise<FactRow | undefined> {
  const [last] = await listSuccessors(db, userId, [id]);
  if (!last) return undefined;
  const [fact] = await findFacts(db, userId, [last.successor]);
  return fact;
}

/** The ids of the facts that this one replaced. */
export async function listSupersededBy(db: Db, userId: UserId, id: FactId): Promise<FactId[]> {
  const rows = await db
    .selectFrom('facts')
    .select('id')
    .where('user_id', '=', userId)
    .where('superseded_by', '=', id)
    .execute();
  return rows.map((row) => row.id);
}
