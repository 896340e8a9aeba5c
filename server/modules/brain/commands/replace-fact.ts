import type { Db } from '#db/client.ts';
import { addResolvedFacts } from '#db/queries/brain/add-facts.ts';
import { findConflict } from '#db/queries/brain/brain-overview.ts';
import { endLoneConflicts, keepOwnDetails } from '#db/queries/brain/change-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import { listRelatedFacts } from '#db/queries/brain/learning.ts';
import type { ReplaceableFact } from '#db/queries/chat/turn-memory.ts';
import type { UserId } from '#db/types.gen.ts';
import { undoPreferences } from '../preferences/change-preferences.ts';
import { currentName, namesGiven } from '../resolution/renames.ts';
import { RELATED_MAX } from '../resolution/resolve-fact.ts';
import { resolveFacts, type FoundFact } from '../resolution/resolve-facts.ts';

/** Keeps the property and days that the owner set by hand on the old fact. Days in the new fact win over theirs. */
function withOwnDetails(found: FoundFact, old: ReplaceableFact): { found: FoundFact; hasOwnDays: boolean } {
  const { fact } = found;
  const hasOwnDays = old.hasOwnDays && fact.validFrom === null && fact.validUntil === null;
  const { validFrom, validUntil } = hasOwnDays ? old : fact;
  const attribute = old.hasOwnAttribute ? old.attribute : fact.attribute;
  return { found: { ...found, fact: { ...fact, attribute, validFrom, validUntil } }, hasOwnDays };
}

/**
 * Replaces `old`, its parts, and the facts in conflict with it, without comparing other facts. The settings
 * that `old` made are undone, and renames in the new fact are applied. Returns the ids of `old` and of what
 * disagreed with it, in that order. Facts must be locked; `highestNumber` is that of the newest one.
 */
export async function replaceFact(
  trx: Db,
  userId: UserId,
  old: ReplaceableFact,
  [stated]: readonly FoundFact[],
  { highestNumber, now }: { highestNumber: number; now: Date },
): Promise<FactId[]> {
  if (!stated) throw new Error('a correction wasn’t found');
  const { partIds, conflictId, isPinned, hasOwnAttribute } = old;
  await undoPreferences(trx, userId, old.id, now);
  const rivals = conflictId === null ? [] : await findConflict(trx, userId, conflictId);
  const factIds = [...new Set([old.id, ...rivals.map(({ id }) => id)])];
  const pinned = new Map([{ id: old.id, isPinned }, ...rivals].map((one) => [one.id, one.isPinned]));
  const { subject: named, statement } = stated.fact;
  const known = await listRelatedFacts(trx, userId, `${named} ${statement}`, RELATED_MAX);
  const subject = currentName(named, known);
  const { found, hasOwnDays } = withOwnDetails({ ...stated, fact: { ...stated.fact, subject } }, old);
  const context = { highestNumber, liveCount: 0, known: [], related: [[]], earlierRelated: [[]] };
  const { added } = resolveFacts([found], context, 1);
  const [fresh] = added;
  if (!fresh) throw new Error('a correction wasn’t added');
  const { language } = found;
  await addResolvedFacts(trx, userId, [{ ...fresh, isPinned }], {
    changed: [...factIds, ...partIds].map((id) => ({
      id,
      state: 'superseded',
      isPinned: pinned.get(id) ?? false,
      supersededBy: fresh.id,
      conflictId: null,
      withdrawnIn: null,
      withdrawnBy: null,
    })),
    openConflicts: [],
    hasLeftConflict: conflictId !== null,
    renamed: namesGiven(fresh.id, { subject, value: found.fact.value, statement, language }, known),
    now,
  });
  if (hasOwnAttribute || hasOwnDays) await keepOwnDetails(trx, userId, { id: fresh.id, hasOwnAttribute, hasOwnDays });
  if (conflictId !== null) await endLoneConflicts(trx, userId);
  return factIds;
}
