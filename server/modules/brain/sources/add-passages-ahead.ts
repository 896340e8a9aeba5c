import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import { addPassages } from '#db/queries/brain/passages.ts';
import { listPassageContents } from '#db/queries/brain/source-passages.ts';
import { findSource, type SourceId } from '#db/queries/brain/sources.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { ReadPassage } from './source-reading.ts';

/** How many passages one transaction adds. On the embedded database, everyone else waits for it. */
const ADDED_AT_A_TIME = 20;

/**
 * Adds the passages of a new file in many short transactions: 10,000 passages in one transaction blocked the embedded
 * database for ten seconds. `replacePassages` then finds nothing left to add. A retry continues where the last attempt
 * stopped. Stops if the source was removed.
 */
export async function addPassagesAhead(
  db: Db,
  userId: UserId,
  sourceId: SourceId,
  passages: readonly ReadPassage[],
  languages: readonly string[],
): Promise<void> {
  const there = new Set((await listPassageContents(db, userId, sourceId)).map(({ position }) => position));
  const missing = passages
    .map((passage, position) => ({ ...passage, position, language: languages[position] ?? '' }))
    .filter(({ position }) => !there.has(position));
  for (let from = 0; from < missing.length; from += ADDED_AT_A_TIME) {
    const added = missing.slice(from, from + ADDED_AT_A_TIME).map((one) => ({ ...one, id: randomUUID(), sourceId }));
    const isAdded = await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const source = await findSource(trx, userId, sourceId);
      if (source?.state !== 'reading') return false;
      await addPassages(trx, userId, added);
      return true;
    });
    if (!isAdded) return;
  }
}
