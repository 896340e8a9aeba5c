import { sql, type Insertable } from 'kysely';
import type { Db } from '../../client.ts';
import type { SourcePagesTable, SourcesTable, UserId } from '../../types.gen.ts';
import { storageUpTo, type SourceId } from './sources.ts';

/** A web page as it was read last. */
export type SourcePage = {
  url: string;
  title: string;
  hash: string;
  etag: string | null;
  lastModified: string | null;
  readAt: Date;
  /** Identifies the page regardless of how its address is written. */
  key: string;
};

export async function listSourcePages(db: Db, userId: UserId, sourceId: SourceId): Promise<SourcePage[]> {
  return db
    .selectFrom('source_pages')
    .select(['url', 'title', 'hash', 'etag', 'last_modified as lastModified', 'read_at as readAt', 'key'])
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .orderBy('number')
    .execute();
}

/** These are the pages of a source from now on. */
export async function replaceSourcePages(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
  pages: readonly SourcePage[],
): Promise<void> {
  await trx.deleteFrom('source_pages').where('user_id', '=', userId).where('source_id', '=', sourceId).execute();
  const rows: Insertable<SourcePagesTable>[] = pages.map(({ lastModified, readAt, ...page }, index) => ({
    ...page,
    user_id: userId,
    source_id: sourceId,
    number: index + 1,
    last_modified: lastModified,
    read_at: readAt,
  }));
  if (rows.length > 0) await trx.insertInto('source_pages').values(rows).execute();
}

/** Which of these pages, by key, are already in other sources in use, each with one such source. */
export async function findPagesInOtherSources(
  db: Db,
  userId: UserId,
  { keys, except, limitBytes }: { keys: readonly string[]; except: SourceId | null; limitBytes: number },
): Promise<{ key: string; sourceId: SourceId }[]> {
  return db
    .selectFrom('source_pages')
    .innerJoin('sources', (join) =>
      join
        .on('sources.user_id', '=', userId)
        .onRef('sources.id', '=', 'source_pages.source_id')
        .on('sources.deleted_at', 'is', null)
        .on('sources.read_at', 'is not', null),
    )
    .innerJoin(storageUpTo(sql`${userId}::uuid`).as('storage'), 'storage.id', 'sources.id')
    .select(['source_pages.key', 'source_pages.source_id as sourceId'])
    .where('source_pages.user_id', '=', userId)
    .where('storage.storage_up_to', '<=', limitBytes)
    .where(sql<boolean>`source_pages.key = any(${[...keys]}::text[])`)
    .where(sql<boolean>`source_pages.source_id is distinct from ${except}::uuid`)
    .execute();
}

/** The pages and sites that were added and can be read, with their addresses as they were typed. */
export async function listWebsites(
  db: Db,
  userId: UserId,
): Promise<{ id: SourceId; kind: SourcesTable['kind']; url: string }[]> {
  return db
    .selectFrom('sources')
    .select(['id', 'kind', sql<string>`url`.as('url')])
    .where('user_id', '=', userId)
    .where('url', 'is not', null)
    .where('state', '<>', 'failed')
    .where('deleted_at', 'is', null)
    .execute();
}

/** A site's known pages. `chosen` are the ones its owner wants besides the start page. */
export type SitePages = { count: number; addresses: string[]; chosen: string[] | null };

export async function findSitePages(db: Db, userId: UserId, sourceId: SourceId): Promise<SitePages | undefined> {
  return db
    .selectFrom('source_sites')
    .select(['page_count as count', 'addresses', 'chosen'])
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
}

/** Saves the pages that a reading found. Keeps the owner's choice. */
export async function saveSitePages(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
  { count, addresses }: Omit<SitePages, 'chosen'>,
): Promise<void> {
  await trx
    .insertInto('source_sites')
    .values({ user_id: userId, source_id: sourceId, page_count: count, addresses })
    .onConflict((conflict) => conflict.columns(['user_id', 'source_id']).doUpdateSet({ page_count: count, addresses }))
    .execute();
}

export async function chooseSitePages(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
  chosen: string[] | null,
): Promise<void> {
  await trx
    .updateTable('source_sites')
    .set({ chosen })
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .execute();
}

/** All users' pages and sites that are due to be read again. */
export async function listDueRefreshes(db: Db, now: Date, limit: number): Promise<{ userId: UserId; id: SourceId }[]> {
  return db
    .selectFrom('sources')
    .select(['user_id as userId', 'id'])
    .where('refresh_due_at', '<=', now)
    .where('state', 'in', ['ready', 'failed'])
    .where('deleted_at', 'is', null)
    .orderBy('refresh_due_at')
    .limit(limit)
    .execute();
}
