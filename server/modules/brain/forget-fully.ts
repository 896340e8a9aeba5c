import type { Db } from '#db/client.ts';
import { endLoneConflicts, forgetWithParts } from '#db/queries/brain/change-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import { resumeSources } from '#db/queries/brain/source-facts.ts';
import { forgetEverything, type TurnMemory } from '#db/queries/chat/turn-memory.ts';
import { resumeMessages } from '#db/queries/jobs/postponed-learning.ts';
import { listChangesOf, listSettingFacts } from '#db/queries/preferences/answer-preferences.ts';
import type { UserId } from '#db/types.gen.ts';
import { undoPreferences } from './preferences/change-preferences.ts';

/**
 * The last step of every change by the owner: ends single-fact conflicts, and schedules messages and sources that were
 * waiting for room, since the change may have freed some. Facts must be locked.
 */
export async function finishChange(trx: Db, userId: UserId, now: Date): Promise<void> {
  await endLoneConflicts(trx, userId);
  await resumeMessages(trx, userId, now);
  await resumeSources(trx, userId, now);
}

/**
 * Forgets facts, the parts into which typed answers among them were split, and the settings that they made. Returns the
 * ids of what is forgotten. Facts must be locked; call `finishChange` afterwards.
 */
export async function forgetFully(trx: Db, userId: UserId, ids: readonly string[], now: Date): Promise<FactId[]> {
  for (const id of await listChangesOf(trx, userId, ids)) await undoPreferences(trx, userId, id, now);
  return forgetWithParts(trx, userId, ids);
}

/**
 * Forgets all facts numbered up to `upTo`, and undoes the settings that typed ones made. Returns what brings them back.
 * Facts must be locked; call `finishChange` afterwards.
 */
export async function forgetEverythingFully(
  trx: Db,
  userId: UserId,
  upTo: number,
  now: Date,
): Promise<NonNullable<TurnMemory['everything']>> {
  const settings: string[] = [];
  // Undoing one can bring back what an earlier one had set.
  for (let [id] = await listSettingFacts(trx, userId, upTo); id; [id] = await listSettingFacts(trx, userId, upTo)) {
    await undoPreferences(trx, userId, id, now);
    settings.unshift(id);
  }
  return { ...(await forgetEverything(trx, userId, upTo)), ...(settings.length > 0 && { settings }) };
}
