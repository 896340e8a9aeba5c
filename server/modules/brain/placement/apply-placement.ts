import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { changeFacts, endLoneConflicts, supersedeFacts } from '#db/queries/brain/change-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import type { UserId } from '#db/types.gen.ts';
import { isOnlyRead, type Placement } from './place-fact.ts';

/** Gives a fact its place among `known`: what it replaces passes its pin on, and what it disagrees with is in conflict with it. */
export async function applyPlacement(
  trx: Db,
  userId: UserId,
  id: FactId,
  { replaces, conflictsWith, supersededBy }: Omit<Placement, 'sameAs'>,
  { known, now }: { known: readonly RelatedFact[]; now: Date },
): Promise<void> {
  if (supersededBy !== null) await supersedeFacts(trx, userId, [id], supersededBy);
  await supersedeFacts(trx, userId, replaces, id);
  if (known.some((other) => other.isPinned && replaces.includes(other.id)))
    await changeFacts(trx, userId, [id], { isPinned: true });
  const rivals = known.filter((other) => conflictsWith.includes(other.id));
  // New facts join only the conflicts of the owner's own facts: joining a suggestion's could put two of the owner's
  // facts that don't differ in the same conflict.
  const conflictId = rivals.find((other) => !isOnlyRead(other) && other.conflictId)?.conflictId ?? randomUUID();
  if (conflictsWith.length > 0) {
    await changeFacts(trx, userId, [id, ...conflictsWith], { state: 'conflict', conflictId });
    await addNotice(trx, { userId, topic: 'conflict', subject: conflictId, now });
  }
  await endLoneConflicts(trx, userId);
}
