import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import { endLoneConflicts, forgetFacts, restoreFacts, supersedeFacts } from '#db/queries/brain/change-facts.ts';
import { findFacts, listSupersededBy, type FactRow } from '#db/queries/brain/facts.ts';
import { listFactsOfReplaced, markWithdrawn } from '#db/queries/brain/learning.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';

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
 * A question was edited: what only its earlier wording said is undone, the newest first. What the owner has confirmed
 * or pinned since stays. Facts must be locked.
 */
export async function undoReplacedVersions(trx: Db, userId: UserId, questionId: MessageId): Promise<void> {
  const ids = await listFactsOfReplaced(trx, userId, questionId);
  for (const id of ids) {
    const [fact] = await findFacts(trx, userId, [id]);
    if (fact) await undoFact(trx, userId, fact);
  }
  if (ids.length === 0) return;
  await markWithdrawn(trx, userId, ids, questionId);
  await endLoneConflicts(trx, userId);
}
