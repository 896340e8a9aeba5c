import type { Db } from '#db/client.ts';
import { addResolvedFacts } from '#db/queries/brain/add-facts.ts';
import { findConflict } from '#db/queries/brain/brain-overview.ts';
import { endLoneConflicts } from '#db/queries/brain/change-facts.ts';
import type { findFactsByNumber } from '#db/queries/chat/turn-memory.ts';
import type { UserId } from '#db/types.gen.ts';
import { resolveFacts, type FoundFact } from '../resolution/resolve-facts.ts';

type NumberedFact = Awaited<ReturnType<typeof findFactsByNumber>>[number];

/**
 * Puts a fact in the place of `old`, of its parts, and of what disagreed with it, whatever else is known. Facts must be
 * locked; `highestNumber` is that of the newest one.
 */
export async function replaceFact(
  trx: Db,
  userId: UserId,
  old: NumberedFact,
  found: readonly FoundFact[],
  { highestNumber, now }: { highestNumber: number; now: Date },
): Promise<void> {
  const { partIds, conflictId, isPinned } = old;
  const parts = partIds.map((id) => ({ id, isPinned: false }));
  const rivals = conflictId === null ? [old] : await findConflict(trx, userId, conflictId);
  const context = { highestNumber, liveCount: 0, known: [], related: [[]], earlierRelated: [[]] };
  const { added } = resolveFacts(found, context, 1);
  const supersededBy = added[0]?.id ?? null;
  await addResolvedFacts(
    trx,
    userId,
    added.map((one) => ({ ...one, isPinned })),
    {
      changed: [...rivals, ...parts].map((one) => ({
        id: one.id,
        state: 'superseded',
        isPinned: one.isPinned,
        supersededBy,
        conflictId: null,
        withdrawnIn: null,
        withdrawnBy: null,
      })),
      openConflicts: [],
      hasLeftConflict: conflictId !== null,
      now,
    },
  );
  if (conflictId !== null) await endLoneConflicts(trx, userId);
}
