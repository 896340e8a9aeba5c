import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { PassagesTable, SourcesTable, UserId } from '../../types.gen.ts';
import type { PassageId, SourceId } from './passages.ts';
import { forgetUnusedWords, uncountWords } from './text-words.ts';

export type PassageRow = {
  id: PassageId;
  number: number;
  sourceId: SourceId;
  sourceName: string;
  kind: SourcesTable['kind'];
  url: string | null;
  position: number;
  headings: string[];
  page: number | null;
  sheet: string | null;
  rows: number[];
  text: string;
  readAt: Date | null;
};

const selectPassages = (db: Db, userId: UserId) =>
  db
    .selectFrom('passages')
    .innerJoin('sources', (join) =>
      join
        .on('sources.user_id', '=', userId)
        .onRef('sources.id', '=', 'passages.source_id')
        .on('sources.deleted_at', 'is', null),
    )
    .select([
      'passages.id',
      'passages.number',
      'passages.source_id as sourceId',
      'sources.name as sourceName',
      'sources.kind',
      sql<string | null>`coalesce(passages.page_url, sources.url)`.as('url'),
      'passages.position',
      'passages.headings',
      'passages.page',
      'passages.sheet',
      'passages.rows',
      'passages.text',
      'sources.read_at as readAt',
    ])
    .where('passages.user_id', '=', userId);

/** Those of a source in its order, from a position on. */
export async function listPassages(
  db: Db,
  userId: UserId,
  sourceId: SourceId,
  { from, limit }: { from: number; limit: number },
): Promise<PassageRow[]> {
  return selectPassages(db, userId)
    .where('passages.source_id', '=', sourceId)
    .where('passages.position', '>=', from)
    .orderBy('passages.position')
    .limit(limit)
    .execute();
}

/** Those with these ids, in no particular order. */
export async function findPassages(db: Db, userId: UserId, ids: readonly PassageId[]): Promise<PassageRow[]> {
  if (ids.length === 0) return [];
  return selectPassages(db, userId)
    .where('passages.id', 'in', [...ids])
    .execute();
}

export type PassageContent = Pick<PassagesTable, 'position' | 'text'> & {
  id: PassageId;
  pageUrl: string | null;
  headings: string[];
  page: number | null;
  sheet: string | null;
  rows: number[];
};

/** What the passages of a source say, to compare them with what it says now. */
export async function listPassageContents(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
): Promise<(PassageContent & { language: string })[]> {
  return trx
    .selectFrom('passages')
    .select(['id', 'position', 'page_url as pageUrl', 'headings', 'page', 'sheet', 'rows', 'text', 'language'])
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .orderBy('position')
    .execute();
}

/** A passage that says the same as before may be at another place now. */
export async function movePassage(
  trx: Db,
  userId: UserId,
  { id, position, pageUrl, page, sheet, rows }: PassageContent,
): Promise<void> {
  await trx
    .updateTable('passages')
    .set({ position, page_url: pageUrl, page, sheet, rows })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

export async function deletePassages(trx: Db, userId: UserId, ids: readonly PassageId[]): Promise<void> {
  if (ids.length === 0) return;
  const owner = sql<UserId>`${userId}::uuid`;
  await sql`
    with removed as (
      delete from passages where user_id = ${owner} and id = any(${[...ids]}::uuid[]) returning words
    ), ${uncountWords(owner, 'passages', sql`removed`)}
    select 1`.execute(trx);
  await forgetUnusedWords(trx, userId);
}

/** The passages of a source beyond the first `limit` aren't read for facts. */
export async function limitLearning(trx: Db, userId: UserId, sourceId: SourceId, limit: number): Promise<void> {
  await trx
    .updateTable('passages')
    .set({ learning: 'skipped' })
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('learning', '=', 'due')
    .where('position', '>=', limit)
    .execute();
}

/** Whether a source still has passages from an earlier reading: none of the others has been read for facts. */
export async function hasEarlierPassages(trx: Db, userId: UserId, sourceId: SourceId): Promise<boolean> {
  const row = await trx
    .selectFrom('passages')
    .select('id')
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('learning', '<>', 'due')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The first `limit` passages of a source that wasn't read for facts are due. */
export async function startLearning(trx: Db, userId: UserId, sourceId: SourceId, limit: number): Promise<void> {
  await trx
    .updateTable('passages')
    .set({ learning: 'due' })
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where('learning', '=', 'skipped')
    .where('position', '<', limit)
    .execute();
}

/** What the text of these pages of a source takes, in bytes. */
export async function measurePages(
  db: Db,
  userId: UserId,
  sourceId: SourceId,
  urls: readonly string[],
): Promise<number> {
  const { bytes } = await db
    .selectFrom('passages')
    .select(sql<number>`coalesce(sum(octet_length(text)), 0)::int`.as('bytes'))
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`page_url = any(${[...urls]}::text[])`)
    .executeTakeFirstOrThrow();
  return bytes;
}
