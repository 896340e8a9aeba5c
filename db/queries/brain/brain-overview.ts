import { sql } from 'kysely';
import { TAUGHT_MAX } from '#contract/brain/brain.ts';
import type { Db } from '../../client.ts';
import type { FactsTable, UserId } from '../../types.gen.ts';
import { PersonGoneError } from '../identity/person-gone.ts';
import { profileColumns, type ProfileRow } from '../identity/profiles.ts';
import { isOneOf, selectFacts, type FactId, type FactRow } from './facts.ts';

export type BrainFigures = ProfileRow & {
  /** Whether facts are learned from what the owner writes. */
  learnsFromChats: boolean;
  /** How many facts there are of each kind, in each state, from each source. */
  counts: (Pick<FactsTable, 'kind' | 'state' | 'source'> & { count: number })[];
  /** How many messages wait until there is room for what they say. */
  messagesWaiting: number;
  /** What the model couldn't read: how many messages, and the names of documents and pages. */
  unread: { messages: number; sources: string[] };
  /** The facts from split answers that the owner has yet to confirm, oldest first; at most TAUGHT_MAX. */
  unconfirmedParts: FactId[];
  /** Whether any facts may have been replaced by mistake (see `listDoubtfulFacts`). */
  hasDoubtful: boolean;
};

/** The profile of a person, and how much their team knows. */
export async function getBrainFigures(db: Db, userId: UserId): Promise<BrainFigures> {
  const row = await db
    .selectFrom('profiles')
    .select(profileColumns)
    .select([
      'profiles.learns_from_chats as learnsFromChats',
      sql<BrainFigures['counts']>`coalesce((
        select json_agg(counted) from (
          select kind, state, source, count(*)::int as count from facts
          where user_id = ${userId} group by kind, state, source
        ) counted), '[]')`.as('counts'),
      sql<number>`(
        select count(*)::int from turns where user_id = ${userId} and learning = 'waiting')`.as('messagesWaiting'),
      sql<BrainFigures['unread']>`json_build_object(
        'messages', (select count(*)::int from turns where user_id = ${userId} and learning = 'unread'),
        'sources', (
          select coalesce(json_agg(sources.name order by sources.added_at), '[]') from sources
          where sources.user_id = ${userId} and sources.deleted_at is null and exists (
            select from passages
            where passages.user_id = ${userId} and passages.source_id = sources.id and passages.learning = 'unread')))`.as(
        'unread',
      ),
      sql<FactId[]>`(
        select coalesce(json_agg(id order by number), '[]') from (
          select id, number from facts
          where user_id = ${userId} and split_from is not null and state = 'suggested' and source = 'typed'
          order by number limit ${sql.lit(TAUGHT_MAX)}) part)`.as('unconfirmedParts'),
      sql<boolean>`exists (
        select from facts where user_id = ${userId} and is_doubtful and state = 'superseded')`.as('hasDoubtful'),
    ])
    .where('profiles.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new PersonGoneError(userId);
  return row;
}

/** Of each kind, up to `limit` facts in these states: pinned ones first, then the newest. The kinds are mixed. */
export async function listFirstFacts(
  db: Db,
  userId: UserId,
  {
    kinds,
    states,
    limit,
  }: { kinds: readonly FactsTable['kind'][]; states: readonly FactsTable['state'][]; limit: number },
): Promise<FactRow[]> {
  const first = sql<FactId>`
    select first.id from unnest(${[...kinds]}::text[]) as listed (kind) cross join lateral (
      select id from facts
      where user_id = ${userId} and kind = listed.kind and state = any (${[...states]}::text[])
      order by is_pinned desc, number desc limit ${limit}) first`;
  return selectFacts(db, userId)
    .where(isOneOf(first))
    .orderBy('facts.is_pinned', 'desc')
    .orderBy('facts.number', 'desc')
    .execute();
}

/** Facts that an earlier version's rule may have replaced by mistake, newest first. */
export async function listDoubtfulFacts(db: Db, userId: UserId, limit: number): Promise<FactRow[]> {
  return selectFacts(db, userId)
    .where('facts.is_doubtful', '=', true)
    .where('facts.state', '=', 'superseded')
    .orderBy('facts.number', 'desc')
    .limit(limit)
    .execute();
}

/** Facts that disagree, of all conflicts, newest first. */
export async function listFactsInConflict(db: Db, userId: UserId, limit: number): Promise<FactRow[]> {
  return selectFacts(db, userId)
    .where('facts.state', '=', 'conflict')
    .orderBy('facts.number', 'desc')
    .limit(limit)
    .execute();
}

/** The facts in a conflict. */
export async function findConflict(db: Db, userId: UserId, conflictId: string): Promise<FactRow[]> {
  return selectFacts(db, userId).where('facts.conflict_id', '=', conflictId).execute();
}

/** The live facts of a source that its owner hasn't confirmed, in the order in which they were learned. */
export async function listUnconfirmedOf(db: Db, userId: UserId, sourceId: string, limit: number): Promise<FactRow[]> {
  return selectFacts(db, userId)
    .where('facts.source_id', '=', sourceId)
    .where('facts.state', 'in', ['suggested', 'conflict'])
    .where('facts.confirmed_at', 'is', null)
    .orderBy('facts.number')
    .limit(limit)
    .execute();
}

/** The facts in several conflicts. */
export async function listFactsOfConflicts(db: Db, userId: UserId, conflictIds: readonly string[]): Promise<FactRow[]> {
  if (conflictIds.length === 0) return [];
  return selectFacts(db, userId)
    .where('facts.conflict_id', 'in', [...conflictIds])
    .orderBy('facts.number')
    .execute();
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
