import { LIVE_FACT_STATES, TAUGHT_MAX } from '#contract/brain/brain.ts';
import type { MemoryAction } from '#contract/brain/memory.ts';
import type { Db } from '#db/client.ts';
import { undoRenames } from '#db/queries/brain/add-facts.ts';
import {
  listReplacedMemories,
  restoreEverything,
  saveTurnMemory,
  type TurnMemory,
} from '#db/queries/chat/turn-memory.ts';
import {
  changeFacts,
  confirmFacts,
  endLoneConflicts,
  forgetFacts,
  restoreFacts,
  supersedeFacts,
  supersedeSuccessors,
} from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactRow } from '#db/queries/brain/facts.ts';
import { listChangesOf } from '#db/queries/preferences/answer-preferences.ts';
import { listSuccessors, listSupersededBy } from '#db/queries/brain/successors.ts';
import {
  listFactsSaidIn,
  listFactsWithdrawnBy,
  listReplacedVersions,
  markWithdrawn,
} from '#db/queries/brain/taught-facts.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import { redoPreferences, undoPreferences } from './preferences/change-preferences.ts';
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
 * Brings back facts that were replaced or forgotten. Each replaces what has its place by now, unless that was a
 * mistake; with other facts that disagree it is in conflict. If their owner doesn't say that they're right
 * (`isConfirmed`), they count as much as before. The settings that typed ones made are back with them. Apart from
 * those, it takes the same number of statements for any number of facts. Facts must be locked.
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

/**
 * What earlier versions of a question asked to forget is back, once: the edited one may ask for it again. What they
 * corrected is undone with the facts that they said.
 */
async function undoForgotten(trx: Db, userId: UserId, questionId: MessageId): Promise<void> {
  for (const { id, memory, editedAt } of await listReplacedMemories(trx, userId, questionId)) {
    const { everything, ...rest } = memory;
    if (everything) await bringBackEverything(trx, userId, everything, editedAt);
    const ids = memory.actions.flatMap((action) => (action.kind === 'forgotten' ? action.factIds : []));
    await bringBackFacts(trx, userId, await findFacts(trx, userId, ids), { isConfirmed: false, now: editedAt });
    const actions = memory.actions.map((action): MemoryAction => {
      if (action.kind === 'forgotten') return { kind: 'choose', factIds: action.factIds, isSettled: true };
      return action.kind === 'everything' ? { ...action, step: 'kept' } : action;
    });
    await saveTurnMemory(trx, { userId, id }, { ...rest, actions });
  }
}

/**
 * A question was edited: what only its earlier versions did is undone, the newest first. What they said is forgotten,
 * which is shown below the question, and what that had replaced is back; so are facts that they withdrew, and the
 * preferences that they changed. What the owner has confirmed or pinned since stays. If nothing can be learned from the
 * question (`isLearnable` is false), a version with the same words stays in effect. Facts must be locked.
 */
export async function undoReplacedVersions(
  trx: Db,
  userId: UserId,
  questionId: MessageId,
  { isLearnable }: { isLearnable: boolean },
): Promise<void> {
  await undoForgotten(trx, userId, questionId);
  const versions = await listReplacedVersions(trx, userId, questionId, { isLearnable });
  const [newest] = versions;
  if (newest === undefined) return;
  const now = newest.editedAt;
  const messageIds = versions.map(({ id }) => id);
  const withdrawn = await listFactsWithdrawnBy(trx, userId, messageIds, TAUGHT_MAX);
  const said = await listFactsSaidIn(trx, userId, messageIds, TAUGHT_MAX);
  const known: FactRow['id'][] = [];
  for (const id of said) {
    // Read one by one: undoing one changes those that it had replaced.
    const [fact] = await findFacts(trx, userId, [id]);
    if (!fact) continue;
    if (isLive(fact)) known.push(id);
    await undoFact(trx, userId, fact);
  }
  // They were never true, so they aren't part of another fact's history.
  await forgetFacts(trx, userId, said);
  await markWithdrawn(trx, userId, known, questionId);
  await bringBackFacts(trx, userId, await findFacts(trx, userId, withdrawn), { isConfirmed: false, now });
  for (const { id } of versions) await undoPreferences(trx, userId, id, now);
  if (said.length + withdrawn.length > 0) await endLoneConflicts(trx, userId);
}
