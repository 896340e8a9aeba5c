import type { z } from 'zod';
import { TAUGHT_MAX } from '#contract/brain/brain.ts';
import type { confirmFactsOfSourceSchema, unconfirmFactsOfSourceSchema } from '#contract/brain/source-schemas.ts';
import type { Db } from '#db/client.ts';
import { listFactsOfConflicts, listUnconfirmedOf } from '#db/queries/brain/brain-overview.ts';
import {
  confirmFacts,
  lockFacts,
  restoreFacts,
  supersedeRivals,
  unconfirmFacts,
} from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import { findSource } from '#db/queries/brain/sources.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { toFact, type FactDto } from './brain.dto.ts';
import { finishChange } from './forget-fully.ts';
import { markConflicts } from './resolution/mark-conflicts.ts';

/** An unconfirmed fact and the facts it conflicts with. */
export type OpenFact = { fact: FactDto; rivals: FactDto[] };
/** `replaces`: other documents say something else. `unsure`: the owner does, or the source itself. */
type Group = 'replaces' | 'unsure' | 'new';

function groupOf({ sourceId }: FactRow, rivals: readonly FactRow[]): Group {
  if (rivals.length === 0) return 'new';
  return rivals.some((rival) => !rival.isSuggestion || rival.sourceId === sourceId) ? 'unsure' : 'replaces';
}

/** Drops facts that contradict another one in the list. */
function withoutRivals(facts: readonly FactRow[]): FactId[] {
  const byConflict = Map.groupBy(facts, ({ id, conflictId }) => conflictId ?? id);
  return [...byConflict.values()].flatMap(([fact, ...rivals]) => (fact && rivals.length === 0 ? [fact.id] : []));
}

/** These facts, all of which are the source's. */
async function getFacts(trx: Db, userId: UserId, sourceId: string, ids: readonly FactId[]): Promise<FactRow[]> {
  const found = await findFacts(trx, userId, ids);
  const ofSource = found.filter((fact) => fact.sourceId === sourceId);
  if (ofSource.length < new Set(ids).size) throw new AppError('NOT_FOUND');
  return ofSource;
}

/** The facts of one document or page: its owner confirms many of them together. */
export function createFactsOfSource({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** The source's unconfirmed facts, grouped by what confirming them changes. */
    factsOfSource: async (userId: UserId, sourceId: string): Promise<Record<Group, OpenFact[]>> => {
      if (!(await findSource(db, userId, sourceId))) throw new AppError('NOT_FOUND');
      const open = await listUnconfirmedOf(db, userId, sourceId, TAUGHT_MAX);
      const conflictIds = [...new Set(open.flatMap(({ conflictId }) => conflictId ?? []))];
      const conflicts = Map.groupBy(
        await listFactsOfConflicts(db, userId, conflictIds),
        ({ conflictId }) => conflictId ?? '',
      );
      const groups: Record<Group, OpenFact[]> = { replaces: [], unsure: [], new: [] };
      for (const row of open) {
        const rivals = (conflicts.get(row.conflictId ?? '') ?? []).filter(({ id }) => id !== row.id);
        groups[groupOf(row, rivals)].push({ fact: toFact(row), rivals: rivals.map(toFact) });
      }
      return groups;
    },

    /**
     * The owner says that these facts of a source are right. What disagreed with them is replaced, and can be brought
     * back. Uses a fixed number of SQL statements. A fact that was confirmed, replaced or forgotten
     * in the meantime stays as it is, and so do facts that contradict each other. Returns which are
     * confirmed, and which facts they replaced.
     */
    confirmFactsOfSource: async (
      userId: UserId,
      { sourceId, factIds }: z.output<typeof confirmFactsOfSourceSchema>,
    ): Promise<{ confirmed: FactId[]; replaced: FactId[] }> => {
      const now = await clock.now();
      return inTransaction(db, async (trx) => {
        await lockFacts(trx, userId);
        const ofSource = await getFacts(trx, userId, sourceId, factIds);
        const open = withoutRivals(ofSource.filter(({ state }) => state === 'suggested' || state === 'conflict'));
        if (open.length === 0) return { confirmed: [], replaced: [] };
        const replaced = await supersedeRivals(trx, userId, open);
        await confirmFacts(trx, userId, open, now);
        await finishChange(trx, userId, now);
        return { confirmed: open, replaced };
      });
    },

    /**
     * Undoes confirming these facts of a source: they are suggested again, and what that replaced is back and in
     * conflict with them. What has changed since stays.
     */
    unconfirmFactsOfSource: async (
      userId: UserId,
      { sourceId, factIds, replacedIds }: z.output<typeof unconfirmFactsOfSourceSchema>,
    ): Promise<void> => {
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        await lockFacts(trx, userId);
        const facts = await getFacts(trx, userId, sourceId, factIds);
        const undone = new Set(await unconfirmFacts(trx, userId, factIds));
        const replaced = (await findFacts(trx, userId, replacedIds)).filter(
          ({ supersededBy }) => supersededBy !== null && undone.has(supersededBy),
        );
        await restoreFacts(
          trx,
          userId,
          replaced.map(({ id }) => id),
        );
        await markConflicts(trx, userId, [...facts.filter(({ id }) => undone.has(id)), ...replaced], now);
        await finishChange(trx, userId, now);
      });
    },
  };
}
