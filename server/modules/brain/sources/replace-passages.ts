import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { addPassages } from '#db/queries/brain/passages.ts';
import { forgetFactsOfPassages } from '#db/queries/brain/source-facts.ts';
import {
  deletePassages,
  listPassageContents,
  movePassage,
  type PassageContent,
} from '#db/queries/brain/source-passages.ts';
import type { SourceId } from '#db/queries/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import type { ReadPassage, SourceReading } from './source-reading.ts';

/** How many passages one statement adds. */
const ADDED_AT_A_TIME = 50;

const wordsOf = ({ headings, text }: Pick<ReadPassage, 'headings' | 'text'>) => JSON.stringify([headings, text]);
const isAtSamePlace = (a: PassageContent, b: PassageContent) =>
  a.pageUrl === b.pageUrl &&
  a.position === b.position &&
  a.page === b.page &&
  a.sheet === b.sheet &&
  String(a.rows) === String(b.rows);

/**
 * A source says this from now on. A passage that says what it said before stays, with its number and what was learned from it; what is gone
 * takes the suggestions it made with it.
 */
export async function replacePassages(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
  { passages, unchanged }: Pick<SourceReading, 'passages' | 'unchanged'>,
  languages: readonly string[],
): Promise<void> {
  const before = await listPassageContents(trx, userId, sourceId);
  const untouched = before.filter(({ pageUrl }) => pageUrl !== null && unchanged.has(pageUrl));
  const left = Map.groupBy(
    before.filter((passage) => !untouched.includes(passage)),
    wordsOf,
  );
  const take = (passage: ReadPassage, { isOfPage }: { isOfPage: boolean }) => {
    const same = left.get(wordsOf(passage)) ?? [];
    const place = isOfPage ? same.findIndex(({ pageUrl }) => pageUrl === passage.pageUrl) : 0;
    return place < 0 ? undefined : same.splice(place, 1)[0];
  };
  const onSamePage = passages.map((passage) => take(passage, { isOfPage: true }));
  const wanted = passages.map((passage, position) => {
    // The page may have moved to another address.
    const same = onSamePage[position] ?? take(passage, { isOfPage: false });
    return { before: same, now: { ...passage, position, id: same?.id ?? randomUUID() } };
  });
  const after = untouched.map((passage, index) => ({
    before: passage,
    now: { ...passage, position: passages.length + index },
  }));
  const gone = [...left.values()].flat().map(({ id }) => id);
  await forgetFactsOfPassages(trx, userId, gone);
  await deletePassages(trx, userId, gone);
  for (const { before: old, now } of [...wanted, ...after])
    if (old && !isAtSamePlace(old, now)) await movePassage(trx, userId, now);
  const added = wanted
    .filter((one) => !one.before)
    .map(({ now }) => ({ ...now, sourceId, language: languages[now.position] ?? '' }));
  for (let from = 0; from < added.length; from += ADDED_AT_A_TIME)
    await addPassages(trx, userId, added.slice(from, from + ADDED_AT_A_TIME));
}
