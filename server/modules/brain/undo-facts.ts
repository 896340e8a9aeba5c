import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import { undoRenames } from '#db/queries/brain/add-facts.ts';
import { restoreEverything, type TurnMemory } from '#db/queries/chat/turn-memory.ts';
import {
  changeFacts,
  confirmFacts,
  forgetFacts,
  restoreFacts,
  supersedeFacts,
  supersedeSuccessors,
} from '#db/queries/brain/change-facts.ts';
import type { FactRow } from '#db/queries/brain/facts.ts';
import { listSuccessors, listSupersededBy } from '#db/queries/brain/successors.ts';
import { listChangesOf } from '#db/queries/preferences/answer-preferences.ts';
import type { UserId } from '#db/types.gen.ts';
import { redoPreferences } from './preferences/change-preferences.ts';
import { markConflicts } from './resolution/mark-conflicts.ts';

const isLive = ({ state }: FactRow) => LIVE_FACT_STATES.some((live) => live === state);

/**
 * Undoes what was learned: what it had replaced is back in its place, unless something newer has that, or else it is
 * forgotten. What it renamed has its old name again. Facts must be locked.
 */
export async function undoFact(trx: Db, userId: UserId, fact: FactRow): Promise<void> {
  await undoRenames(trx, userId, fact.id);
  const replaced = await listSupersededBy(trx, userId, fact.id);
  if (fact.supersededBy !== null) await supersedeFacts(trx, userId, replaced, fact.supersededBy);
  else if (isLive(fact)) await restoreFacts(trx, userId, replaced);
  const [before] = fact.supersededBy === null ? replaced : [];
  if (before === undefined) await forgetFacts(trx, userId, [fact.id]);
  else await supersedeFacts(trx, userId, [fact.id], before);
}

/**
 * Brings back facts that were replaced or forgotten, and the preferences that typed ones set. Each replaces its
 * successor, unless the replacement was a mistake, and conflicts with other facts that disagree. If their owner doesn't
 * say that they're right (`isConfirmed`), they count as much as before. Facts must be locked.
 */
export async function bringBackFacts(
  trx: Db,
  userId: UserId,
  facts: readonly FactRow[],
  { isConfirmed, now }: { isConfirmed: boolean; now: Date },
): Promise<void> {
  const gone = facts.filter((fact) => !isLive(fact));
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  const mistaken = new Set(gone.flatMap(({ id, isDoubtful }) => (isDoubtful ? [id] : [])));
  const successors = (await listSuccessors(trx, userId, ids)).filter(({ id }) => !mistaken.has(id));
  if (isConfirmed) await confirmFacts(trx, userId, ids, now);
  else await restoreFacts(trx, userId, ids);
  await supersedeSuccessors(trx, userId, ids, successors);
  const pinned = successors.flatMap(({ id, isPinned }) => (isPinned ? [id] : []));
  await changeFacts(trx, userId, pinned, { isPinned: true });
  await redoPreferences(trx, userId, (await listChangesOf(trx, userId, ids)).toReversed(), now);
  // Conflicts depend on the states just written.
  await markConflicts(trx, userId, gone, now);
}

/**
 * Undoes forgetting everything, the settings included. What disagrees with what was learned since is in conflict with
 * it. Facts must be locked.
 */
export async function bringBackEverything(
  trx: Db,
  userId: UserId,
  everything: NonNullable<TurnMemory['everything']>,
  now: Date,
): Promise<void> {
  await markConflicts(trx, userId, await restoreEverything(trx, userId, everything), now);
  await redoPreferences(trx, userId, everything.settings ?? [], now);
}
