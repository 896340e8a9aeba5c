import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { PassagesTable, SourcesTable, UserId } from '../../types.gen.ts';
import {
  configurationOf,
  countWords,
  forgetUnusedWords,
  textWords,
  uncountWords,
  withLanguages,
} from './text-words.ts';

export type PassageId = PassagesTable['id'];
export type SourceId = SourcesTable['id'];

export type NewPassage = {
  id: PassageId;
  sourceId: SourceId;
  /** The place within its source, from 0. */
  position: number;
  pageUrl: string | null;
  headings: readonly string[];
  page: number | null;
  sheet: string | null;
  rows: readonly number[];
  text: string;
  /** ISO 639-1, as `detectLanguages` tells; empty if unknown. */
  language: string;
};

/**
 * Numbers, indexes and adds passages, whose order here is that of their numbers, and returns the ids of those that were added. Passages whose
 * id exists are skipped. Their owner's profile is locked until the transaction ends. Each batch is one statement.
 */
export async function addPassages(trx: Db, userId: UserId, passages: readonly NewPassage[]): Promise<PassageId[]> {
  if (passages.length === 0) return [];
  const rows = passages.map((passage) => ({ ...passage, configuration: configurationOf(passage.language) }));
  const { numbered } = await trx
    .updateTable('profiles')
    .set({
      passages_numbered: sql<number>`passages_numbered + ${passages.length}`,
      text_languages: withLanguages(rows.map(({ configuration }) => configuration)),
    })
    .where('user_id', '=', userId)
    .returning('passages_numbered as numbered')
    .executeTakeFirstOrThrow();
  const first = numbered - passages.length;
  const owner = sql<UserId>`${userId}::uuid`;
  const indexed = sql`concat_ws(' ', array_to_string(p.headings, ' '), p.sheet, p.text)`;
  const added = await sql<{ id: PassageId }>`
    with added as (
      insert into passages (id, user_id, source_id, number, position, page_url, headings, page, sheet, rows, text, language, words)
      select p.id, ${owner}, p."sourceId", ${first}::int + p.place, p.position, p."pageUrl", p.headings, p.page, p.sheet, p.rows, p.text,
        p.language, ${textWords(owner, sql`p.configuration`, indexed)}
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as (
        id uuid, "sourceId" uuid, position int, "pageUrl" text, headings text[], page int, sheet text, rows int[], text text,
        language text, configuration text)) with ordinality as p (id, "sourceId", position, "pageUrl", headings, page, sheet, rows, text,
        language, configuration, place)
      on conflict (user_id, id) do nothing
      returning id, words
    ), ${countWords(owner, 'passages', sql`added`)}
    select id from added`.execute(trx);
  return added.rows.map(({ id }) => id);
}

/** Deletes passages of a source, and returns how many there were: all of it, or those of the page at `pageUrl`. */
export async function removePassages(
  trx: Db,
  userId: UserId,
  { sourceId, pageUrl = null }: { sourceId: SourceId; pageUrl?: string | null },
): Promise<number> {
  const owner = sql<UserId>`${userId}::uuid`;
  const removed = await sql<{ count: number }>`
    with removed as (
      delete from passages
      where user_id = ${owner} and source_id = ${sourceId} and (${pageUrl}::text is null or page_url = ${pageUrl})
      returning words
    ), ${uncountWords(owner, 'passages', sql`removed`)}
    select count(*)::int as count from removed`.execute(trx);
  await forgetUnusedWords(trx, userId);
  return removed.rows[0]?.count ?? 0;
}
