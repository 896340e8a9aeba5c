import { listFactsOfReplaced, markWithdrawn } from '#db/queries/brain/taught-facts.ts';
import { LIVE_FACT_STATES, TAUGHT_MAX } from '#contract/brain/brain.ts';
import type { MemoryAction } from '#contract/brain/memory.ts';
import type { Db } from '#db/client.ts';
import { listReplacedMemories, restoreEverything, saveTurnMemory } from '#db/queries/chat/turn-memory.ts';
import {
  changeFacts,
  confirmFacts,
  endLoneConflicts,
  forgetFacts,
  listParts,
  restoreFacts,
  supersedeFacts,
} from '#db/queries/brain/change-facts.ts';
import { findFacts, findSuccessor, listSupersededBy, type FactRow } from '#db/queries/brain/facts.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import { markConflicts } from './resolution/mark-conflicts.ts';

const isLive = ({ state }: FactRow) => LIVE_FACT_STATES.some((live) => live === state);

/**
 * Undoes what was learned: what it had replaced is back in its place, unless something newer has that, or else it is
 * forgotten. Facts must be locked.
 */
export async function undoFact(trx: Db, userId: UserId, fact: FactRow): Promise<void> {
  const replaced = await listSupersededBy(trx, userId, fact.id);
  if (fact.supersededBy !== null) await supersedeFacts(trx, userId, replaced, fact.supersededBy);
  else if (isLive(fact)) await restoreFacts(trx, userId, replaced);
  const [before] = fact.supersededBy === null ? replaced : [];
  if (before === undefined) await forgetFacts(trx, userId, [fact.id]);
  else await supersedeFacts(trx, userId, [fact.id], before);
}

/**
 * Brings back a fact that was replaced or forgotten. It replaces what has its place by now, unless that was a mistake;
 * with other facts that disagree it is in conflict. If its owner doesn't say that it's right (`isConfirmed`), it counts
 * as much as before. Facts must be locked.
 */
export async function bringBackFact(
  trx: Db,
  userId: UserId,
  fact: FactRow,
  { isConfirmed, now }: { isConfirmed: boolean; now: Date },
): Promise<void> {
  if (isLive(fact)) return;
  const successor = await findSuccessor(trx, userId, fact.id);
  if (isConfirmed) await confirmFacts(trx, userId, [fact.id], now);
  else await restoreFacts(trx, userId, [fact.id]);
  await supersedeFacts(trx, userId, await listParts(trx, userId, [fact.id]), fact.id);
  if (successor && !fact.isDoubtful) {
    await supersedeFacts(trx, userId, [successor.id], fact.id);
    if (successor.isPinned) await changeFacts(trx, userId, [fact.id], { isPinned: true });
  }
  // It has its place and state by now.
  await markConflicts(trx, userId, fact.id, now);
}

/**
 * What earlier versions of a question asked to forget is back, once: the edited one may ask for it again. What they
 * corrected is undone with the facts that they said.
 */
async function undoForgotten(trx: Db, userId: UserId, questionId: MessageId): Promise<void> {
  for (const { id, memory, editedAt } of await listReplacedMemories(trx, userId, questionId)) {
    const { everything, ...rest } = memory;
    if (everything) await restoreEverything(trx, userId, everything);
    const ids = memory.actions.flatMap((action) => (action.kind === 'forgotten' ? action.factIds : []));
    for (const fact of await findFacts(trx, userId, ids))
      await bringBackFact(trx, userId, fact, { isConfirmed: false, now: editedAt });
    const actions = memory.actions.map((action): MemoryAction => {
      if (action.kind === 'forgotten') return { kind: 'choose', factIds: action.factIds, isSettled: true };
      return action.kind === 'everything' ? { ...action, step: 'kept' } : action;
    });
    await saveTurnMemory(trx, { userId, id }, { ...rest, actions });
  }
}

/**
 * A question was edited: what only its earlier wording said is undone, the newest first. What the owner has confirmed
 * or pinned since stays. Facts must be locked.
 */
export async function undoReplacedVersions(trx: Db, userId: UserId, questionId: MessageId): Promise<void> {
  await undoForgotten(trx, userId, questionId);
  const ids = await listFactsOfReplaced(trx, userId, questionId, TAUGHT_MAX);
  for (const id of ids) {
    const [fact] = await findFacts(trx, userId, [id]);
    if (fact) await undoFact(trx, userId, fact);
  }
  if (ids.length === 0) return;
  await markWithdrawn(trx, userId, ids, questionId);
  await endLoneConflicts(trx, userId);
}
