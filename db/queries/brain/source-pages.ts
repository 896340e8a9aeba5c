import type { Db } from '../../client.ts';
import type { SourcePagesTable, UserId } from '../../types.gen.ts';
import type { SourceId } from './sources.ts';

/** A web page as it was read last. */
export type SourcePage = {
  url: string;
  title: string;
  hash: string;
  etag: string | null;
  lastModified: string | null;
  readAt: Date;
};

export async function listSourcePages(db: Db, userId: UserId, sourceId: SourceId): Promise<SourcePage[]> {
  return db
    .selectFrom('source_pages')
    .select(['url', 'title', 'hash', 'etag', 'last_modified as lastModified', 'read_at as readAt'])
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
  const rows: SourcePagesTable[] = pages.map(({ lastModified, readAt, ...page }, index) => ({
    ...page,
    user_id: userId,
    source_id: sourceId,
    number: index + 1,
    last_modified: lastModified,
    read_at: readAt,
  }));
  if (rows.length > 0) await trx.insertInto('source_pages').values(rows).execute();
}
