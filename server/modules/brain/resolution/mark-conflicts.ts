import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { changeFacts } from '#db/queries/brain/change-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import { findRelatedFact, listRelatedFacts } from '#db/queries/brain/learning.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import type { UserId } from '#db/types.gen.ts';
import { RELATED_MAX } from './resolve-fact.ts';
import { disagree, isOnlyRead } from './resolve-fact.ts';

/**
 * Marks a restored fact as conflicting with the facts that disagree with it. The caller ends conflicts that have only
 * one fact left.
 */
export async function markConflicts(trx: Db, userId: UserId, id: FactId, now: Date): Promise<void> {
  const fact = await findRelatedFact(trx, userId, id);
  if (!fact) return;
  const related = await listRelatedFacts(trx, userId, `${fact.subject} ${fact.statement}`, RELATED_MAX);
  const different = related.filter((other) => other.id !== id && disagree(fact, other));
  const ofOwner = different.filter((other) => !isOnlyRead(other));
  // As in `resolveFact`: a suggestion must not put several of the owner's facts in one conflict.
  const conflicting = isOnlyRead(fact) && ofOwner.length > 0 ? ofOwner.slice(0, 1) : different;
  const conflictId = conflicting.find((other) => !isOnlyRead(other) && other.conflictId)?.conflictId ?? randomUUID();
  if (conflicting.length > 0) {
    const ids = [id, ...conflicting.map((other) => other.id)];
    await changeFacts(trx, userId, ids, { state: 'conflict', conflictId });
    await addNotice(trx, { userId, topic: 'conflict', subject: conflictId, now });
  }
}
