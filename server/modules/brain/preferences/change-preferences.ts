import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import {
  addPreferences,
  deleteOldPreferences,
  endPreferences,
  listStoredPreferences,
  type PreferenceOrigin,
} from '#db/queries/preferences/answer-preferences.ts';
import type { UserId } from '#db/types.gen.ts';
import { planChange, type PreferenceChange, type WantedPreference } from './plan-change.ts';

const NOTHING: PreferenceChange = { added: [], ended: [], noRoom: [] };

/**
 * Sets and ends preferences, and returns what changed. The same change again changes nothing. Call this inside the
 * transaction, with the owner's facts locked (`lockFacts`).
 */
export async function changePreferences(
  trx: Db,
  userId: UserId,
  changeId: string,
  wanted: readonly WantedPreference[],
  { now, ...origin }: PreferenceOrigin & { now: Date },
): Promise<PreferenceChange> {
  if (wanted.length === 0) return NOTHING;
  const stored = await listStoredPreferences(trx, userId, changeId);
  if (stored.some((one) => one.changeId === changeId || one.endedBy === changeId)) return NOTHING;
  const change = planChange(stored, wanted);
  const ids = change.ended.map(({ id }) => id);
  await endPreferences(trx, userId, ids, { endedBy: changeId, now });
  // A browser shows what it has set under the id of its change.
  const added = change.added.map((one, index) => ({ ...one, id: index === 0 ? changeId : randomUUID() }));
  await addPreferences(trx, userId, changeId, added, origin);
  if (ids.length > 0) await deleteOldPreferences(trx, userId);
  return change;
}
