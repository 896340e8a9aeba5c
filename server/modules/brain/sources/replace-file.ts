import type { z } from 'zod';
import type { replaceFileSchema } from '#contract/brain/source-schemas.ts';
import { COMPARED_MAX } from '#contract/brain/sources.ts';
import type { Db } from '#db/client.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import { listOwnFactsAbout } from '#db/queries/brain/facts-about.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import { removePassages } from '#db/queries/brain/passages.ts';
import { detachFacts, listQuotes, settleGoneFacts } from '#db/queries/brain/source-facts.ts';
import { deleteSource, findFileNamed, takeFile } from '#db/queries/brain/source-files.ts';
import { limitLearning, listPassageContents } from '#db/queries/brain/source-passages.ts';
import { changeSource, findSource, type SourceRow } from '#db/queries/brain/sources.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { AppError } from '#server/lib/app-error.ts';
import { toFact, type FactDto } from '../brain.dto.ts';
import { finishChange } from '../forget-fully.ts';
import { withoutSpaces } from '../learning/extracted-facts.ts';
import type { Embedder } from '../meaning/embedder.ts';
import { compareFiles, type Comparison, type Entry } from './compare-files.ts';
import { LEARNED_PASSAGES, scheduleLearning } from './learn-source.ts';
import { replacePassages } from './replace-passages.ts';
import { scheduleSummary } from './summarize-file.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  jobs: Pick<Jobs, 'kick'>;
  embedder: Pick<Embedder, 'embedLater'>;
};

/** What the owner said about an item, and what the new version of the file says instead. */
type Kept = { item: string; label: string; theirs: string; fact: FactDto };

/** The facts whose quotes were in the deleted parts and appear nowhere in the new version. */
function onlyGone(
  facts: readonly { id: FactId; quote: string }[],
  gone: readonly Entry[],
  now: readonly { text: string }[],
): FactId[] {
  const [then, since] = [gone.map(({ text }) => withoutSpaces(text)), now.map(({ text }) => withoutSpaces(text))];
  return facts.flatMap(({ id, quote }) => {
    const words = withoutSpaces(quote);
    const isIn = (texts: readonly string[]) => texts.some((text) => text.includes(words));
    return words !== '' && isIn(then) && !isIn(since) ? [id] : [];
  });
}

const says = ({ item, cells }: Entry): string => [item, ...cells.map(({ value }) => value)].join(', ');

/** A new version of a file, which is held until its owner says whether it takes the place of the one before. */
export function createFileReplacement({ db, clock, jobs, embedder }: Dependencies) {
  /**
   * The new version, once it has been read, and the file that it may replace. If that was removed, it is the one that
   * has its name since, such as another new version.
   */
  async function findVersions(trx: Db, userId: UserId, id: string): Promise<{ before: SourceRow; after: SourceRow }> {
    const after = await findSource(trx, userId, id);
    if (!after?.replacesId || after.scope !== 'held' || after.readAt === null) throw new AppError('NOT_FOUND');
    const known = await findSource(trx, userId, after.replacesId);
    const namedId = known ? null : await findFileNamed(trx, userId, after.name);
    const before = known ?? (namedId === null ? undefined : await findSource(trx, userId, namedId));
    if (!before) throw new AppError('NOT_FOUND');
    return { before, after };
  }

  async function compare(trx: Db, userId: UserId, before: SourceRow, after: SourceRow): Promise<Comparison> {
    const old = await listPassageContents(trx, userId, before.id);
    return compareFiles(old, await listPassageContents(trx, userId, after.id));
  }

  return {
    /** What would change if the new version took the place of the file before. */
    compareVersions: async (userId: UserId, id: string) => {
      const { before, after } = await findVersions(db, userId, id);
      const { changed, changedCount, added, gone, same } = await compare(db, userId, before, after);
      const entries = [...changed, ...added.flatMap(({ item, cells }) => cells.map((cell) => ({ ...cell, item })))];
      const items = [...new Set(entries.map(({ item }) => item.toLowerCase()))];
      const own = await listOwnFactsAbout(db, userId, { sourceId: before.id, subjects: items, limit: COMPARED_MAX });
      const kept = own.flatMap((fact): Kept[] => {
        const isAbout = ({ item, label }: { item: string; label: string }) =>
          item.toLowerCase() === fact.subject.toLowerCase() && label.toLowerCase() === fact.attribute.toLowerCase();
        const entry = entries.find(isAbout);
        if (!entry || entry.value === fact.value) return [];
        return [{ item: entry.item, label: entry.label, theirs: entry.value, fact: toFact(fact) }];
      });
      const about = ({ addedAt, units, unit }: SourceRow) => ({ addedAt: addedAt.toISOString(), count: units, unit });
      return {
        name: after.name,
        before: about(before),
        after: about(after),
        counts: { changed: changedCount, added: added.length, gone: gone.length, same },
        /** Cells of rows, with what they said before. */
        changed: changed.slice(0, COMPARED_MAX),
        added: added.slice(0, COMPARED_MAX).map(says),
        gone: gone.slice(0, COMPARED_MAX).map(says),
        /** What stays, because the owner said so. */
        kept,
      };
    },

    /**
     * The new version takes the place of the file before, in one transaction: what both say stays with its facts, and
     * what is new is read for facts. Facts about what is gone are forgotten, or stay as the owner's own.
     */
    replaceFile: async (userId: UserId, { sourceId, gone }: z.output<typeof replaceFileSchema>): Promise<void> => {
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        await lockFacts(trx, userId);
        const { before, after } = await findVersions(trx, userId, sourceId);
        const compared = await compare(trx, userId, before, after);
        const passages = await listPassageContents(trx, userId, after.id);
        const ids = onlyGone(await listQuotes(trx, userId, before.id), compared.gone, passages);
        await settleGoneFacts(trx, userId, { ids, gone, now });
        await removePassages(trx, userId, { sourceId: after.id });
        const languages = passages.map(({ language }) => language);
        await replacePassages(trx, userId, before.id, { passages, unchanged: new Set() }, languages);
        await detachFacts(trx, userId, before.id);
        await takeFile(trx, userId, { from: after.id, to: before.id });
        const { unit, units, bytes, leftOut } = after;
        const read = { unit, units, unitsDone: units, bytes, leftOut, readAt: now, state: 'ready' } as const; // reason: a literal
        await changeSource(trx, userId, before.id, { ...read, problem: null, summary: '', summarized: 0 });
        await deleteSource(trx, userId, after.id);
        await limitLearning(trx, userId, before.id, LEARNED_PASSAGES);
        await scheduleLearning(trx, userId, before.id, now);
        if (before.summarized > 0) await scheduleSummary(trx, userId, before, now);
        await finishChange(trx, userId, now);
        await embedder.embedLater(trx, userId);
      });
      jobs.kick('learning');
    },
  };
}
