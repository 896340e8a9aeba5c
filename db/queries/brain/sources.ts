import { sql, type RawBuilder, type Selectable } from 'kysely';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { LeftOut } from '#contract/brain/left-out.ts';
import { SOURCE_STATES } from '#contract/brain/sources.ts';
import type { Db } from '../../client.ts';
import { literals } from '../../literals.ts';
import type { SourcesTable, UserId } from '../../types.gen.ts';

export type SourceId = SourcesTable['id'];
export type SourceRow = {
  id: SourceId;
  kind: SourcesTable['kind'];
  name: string;
  url: string | null;
  state: SourcesTable['state'];
  problem: string | null;
  step: Selectable<SourcesTable>['step'];
  unit: SourcesTable['unit'];
  unitsDone: number;
  units: number;
  /** How many of its passages its summary covers, from the first on. */
  summarized: number;
  bytes: number;
  /** What it and the sources that are used before it take. */
  storageUpTo: number;
  isRefreshed: boolean;
  /** Whether the whole team has it, or only its chat. */
  scope: Selectable<SourcesTable>['scope'];
  conversationId: string | null;
  /** Held: the file of the same name. */
  replacesId: SourceId | null;
  /** Whether it was added in private, or its chat is private now: it can't leave that chat. */
  isPrivate: boolean;
  addedAt: Date;
  readAt: Date | null;
  leftOut: LeftOut;
  /** The source that has the same page already, unless it is removed. */
  sameAs: SourceId | null;
  /** How many pages the site has, as far as that is known. */
  sitePages: number | null;
  /** Whether its owner has chosen which of the site's pages are read. */
  hasChosenPages: boolean;
  /** How many live facts are from it. */
  factCount: number;
  /** Whether some of it hasn't been read for facts yet. */
  isLearning: boolean;
  /** When it will be read, or read for facts, if that is scheduled. */
  dueAt: Date | null;
};

/**
 * Part of a statement: each of a person's sources with `storage_up_to`, the bytes that it and the sources used before it take. Sources over
 * the plan's storage aren't used. Removed sources aren't in it.
 */
export const storageUpTo = (userId: RawBuilder<UserId>): RawBuilder<{ id: SourceId; storage_up_to: number }> => sql`(
  select id, (sum(bytes) over (order by used_from, id))::bigint as storage_up_to
  from sources where user_id = ${userId} and deleted_at is null)`;

/**
 * Part of a statement: the sources that no search may find, as an array of ids. These are files that belong to one
 * chat or are held, and sources that have never been read to the end: a file may have some of its passages by then,
 * and reading can still fail.
 */
export const unsearchedSources = (userId: RawBuilder<UserId>): RawBuilder<SourceId[]> => sql`array(
  select s.id from sources s where s.user_id = ${userId} and (s.read_at is null or s.scope <> 'team'))`;

const isInPrivate = (userId: UserId) => sql<boolean>`(sources.is_private or exists (
  select from conversations c where c.user_id = ${userId} and c.id = sources.conversation_id and c.is_private))`;

const selectSources = (db: Db, userId: UserId) =>
  db
    .selectFrom('sources')
    .innerJoin(storageUpTo(sql`${userId}::uuid`).as('storage'), 'storage.id', 'sources.id')
    .leftJoin('source_sites as site', (join) =>
      join.on('site.user_id', '=', userId).onRef('site.source_id', '=', 'sources.id'),
    )
    .select([
      'sources.id',
      'sources.kind',
      'sources.name',
      'sources.url',
      'sources.state',
      'sources.problem',
      'sources.step',
      'sources.unit',
      'sources.units_done as unitsDone',
      'sources.units',
      'sources.summarized',
      'sources.bytes',
      'storage.storage_up_to as storageUpTo',
      'sources.is_refreshed as isRefreshed',
      'sources.scope',
      'sources.conversation_id as conversationId',
      'sources.replaces_id as replacesId',
      sql<boolean>`sources.scope = 'chat' and ${isInPrivate(userId)}`.as('isPrivate'),
      'sources.added_at as addedAt',
      'sources.read_at as readAt',
      sql<LeftOut>`sources.left_out`.as('leftOut'),
      sql<SourceId | null>`(select other.id from sources other
        where other.user_id = ${userId} and other.id = sources.same_as and other.deleted_at is null)`.as('sameAs'),
      'site.page_count as sitePages',
      sql<boolean>`site.chosen is not null`.as('hasChosenPages'),
      sql<number>`(select count(*)::int from facts
        where facts.user_id = ${userId} and facts.source_id = sources.id and facts.state in ${literals(LIVE_FACT_STATES)})`.as(
        'factCount',
      ),
      sql<boolean>`exists(select 1 from passages
        where passages.user_id = ${userId} and passages.source_id = sources.id and passages.learning = 'due')`.as(
        'isLearning',
      ),
      sql<Date | null>`(select max(job.due_at) from scheduled_jobs job
        where job.payload ->> 'userId' = ${userId}::text and (
          job.queue in ('file-reading', 'website-reading') and job.key = sources.id::text and sources.state = 'waiting'
          or job.queue = 'learning' and sources.state = 'ready' and job.key = sources.id || ' ' || (
            select id from passages
            where passages.user_id = ${userId} and passages.source_id = sources.id and passages.learning = 'due'
            order by position limit 1)))`.as('dueAt'),
    ])
    .where('sources.user_id', '=', userId);

/** All of them, the newest first. */
export async function listSources(db: Db, userId: UserId): Promise<SourceRow[]> {
  return selectSources(db, userId).orderBy('sources.added_at', 'desc').orderBy('sources.id').execute();
}

export async function findSource(db: Db, userId: UserId, id: SourceId): Promise<SourceRow | undefined> {
  return selectSources(db, userId).where('sources.id', '=', id).executeTakeFirst();
}

/** How many sources a person has, and how many bytes they take; removed ones that Undo can still restore are counted apart. */
export async function measureSources(db: Db, userId: UserId) {
  return db
    .selectFrom('sources')
    .select([
      sql<number>`(count(*) filter (where deleted_at is null))::int`.as('count'),
      sql<number>`coalesce(sum(bytes) filter (where deleted_at is null), 0)::bigint`.as('bytes'),
      sql<number>`coalesce(sum(bytes) filter (where deleted_at is not null), 0)::bigint`.as('removedBytes'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

export type NewSource = {
  id: SourceId;
  kind: SourcesTable['kind'];
  name: string;
  url: string | null;
  bytes: number;
  scope: Selectable<SourcesTable>['scope'];
  /** Whether it was added in a private chat, which it can't leave. */
  isPrivate: boolean;
  /** SHA-256 of a file's bytes, in hex. */
  contentDigest: string | null;
  /** Held: the file of the same name. */
  replacesId: SourceId | null;
  addedAt: Date;
};

/** Adds a source that waits to be read. Returns false if there is one with this id, removed or not. */
export async function addSource(
  trx: Db,
  userId: UserId,
  { isPrivate, contentDigest, replacesId, addedAt, ...source }: NewSource,
): Promise<boolean> {
  const row = await trx
    .insertInto('sources')
    .values({
      ...source,
      user_id: userId,
      state: 'waiting',
      used_from: addedAt,
      is_private: isPrivate,
      content_digest: contentDigest,
      replaces_id: replacesId,
      added_at: addedAt,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type SourceChange = Partial<{
  state: SourcesTable['state'];
  problem: string | null;
  step: Selectable<SourcesTable>['step'];
  unit: SourcesTable['unit'];
  unitsDone: number;
  units: number;
  bytes: number;
  name: string;
  usedFrom: Date;
  isRefreshed: boolean;
  refreshDueAt: Date | null;
  readAt: Date;
  leftOut: LeftOut;
  sameAs: SourceId | null;
  summary: string;
  summarized: number;
  /** The prompt that a picture was described with. */
  prompt: string;
}>;

/** Changes a source, unless it is removed, or isn't in one of the states `from`. Returns whether there was one to change. */
export async function changeSource(
  db: Db,
  userId: UserId,
  id: SourceId,
  { unitsDone, usedFrom, isRefreshed, refreshDueAt, readAt, leftOut, sameAs, ...change }: SourceChange,
  from: readonly SourcesTable['state'][] = SOURCE_STATES,
): Promise<boolean> {
  const row = await db
    .updateTable('sources')
    .set({
      ...change,
      ...(unitsDone === undefined ? {} : { units_done: unitsDone }),
      ...(usedFrom === undefined ? {} : { used_from: usedFrom }),
      ...(isRefreshed === undefined ? {} : { is_refreshed: isRefreshed }),
      ...(refreshDueAt === undefined ? {} : { refresh_due_at: refreshDueAt }),
      ...(readAt === undefined ? {} : { read_at: readAt }),
      ...(leftOut === undefined ? {} : { left_out: leftOut }),
      ...(sameAs === undefined ? {} : { same_as: sameAs }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** It is the first to be used from now on. */
export async function useSourceFirst(db: Db, userId: UserId, id: SourceId): Promise<boolean> {
  const row = await db
    .updateTable('sources')
    .set({
      used_from: sql<Date>`(select min(used_from) - interval '1 millisecond' from sources where user_id = ${userId})`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
