import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { changeFacts } from '#db/queries/brain/change-facts.ts';
import { listLiveFactsAbout, type FactRow } from '#db/queries/brain/facts.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import type { UserId } from '#db/types.gen.ts';
import { isForSameTime, sayDifferently } from './place-fact.ts';

/** A fact is live again: with others that give another figure it is in conflict. The caller ends conflicts that nothing is left of. */
export async function markConflicts(trx: Db, userId: UserId, fact: FactRow, now: Date): Promise<void> {
  const about = await listLiveFactsAbout(trx, userId, fact);
  const different = about.filter(
    (other) => other.id !== fact.id && isForSameTime(fact, other) && sayDifferently(fact, other),
  );
  const ofOwner = different.filter((other) => !other.isSuggestion);
  // As in `placeFact`: a suggestion must not put several of the owner's facts in one conflict.
  const conflicting = fact.isSuggestion && ofOwner.length > 0 ? ofOwner.slice(0, 1) : different;
  const conflictId = conflicting.find((other) => !other.isSuggestion && other.conflictId)?.conflictId ?? randomUUID();
  const ids = [fact.id, ...conflicting.map((other) => other.id)];
  if (conflicting.length > 0) {
    await changeFacts(trx, userId, ids, { state: 'conflict', conflictId });
    await addNotice(trx, { userId, topic: 'conflict', subject: conflictId, now });
  }
}
