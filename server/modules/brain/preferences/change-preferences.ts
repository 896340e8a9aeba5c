import { randomUUID } from 'node:crypto';
import { isListed } from '#contract/brain/preferences.ts';
import type { Db } from '#db/client.ts';
import {
  addPreferences,
  deleteOldPreferences,
  endPreferences,
  listStoredPreferences,
  restorePreferences,
  type PreferenceOrigin,
  type StoredPreference,
} from '#db/queries/preferences/answer-preferences.ts';
import type { UserId } from '#db/types.gen.ts';
import { planChange, planRedo, planUndo, type PreferenceChange, type WantedPreference } from './plan-change.ts';

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
  // The first preference gets the change's id, because the browser already shows it under that id.
  const added = change.added.map((one, index) => ({ ...one, id: index === 0 ? changeId : randomUUID() }));
  await addPreferences(trx, userId, changeId, added, origin);
  if (ids.length > 0) await deleteOldPreferences(trx, userId);
  return change;
}

/**
 * Undoes a change: what it set ends, and what it had replaced or ended is back, unless something newer has its place.
 * Returns false if there is no such change. The owner's facts must be locked.
 */
export async function undoPreferences(trx: Db, userId: UserId, changeId: string, now: Date): Promise<boolean> {
  const stored = await listStoredPreferences(trx, userId, changeId);
  if (!stored.some((one) => one.changeId === changeId || one.endedBy === changeId)) return false;
  const { ended, restored } = planUndo(stored, changeId);
  const idsOf = (some: typeof stored) => some.map(({ id }) => id);
  await endPreferences(trx, userId, idsOf(ended), { endedBy: changeId, now });
  await restorePreferences(trx, userId, idsOf(restored));
  await deleteOldPreferences(trx, userId);
  return true;
}

/** Redoes changes that were undone, in this order. The owner's facts must be locked. */
export async function redoPreferences(trx: Db, userId: UserId, changeIds: readonly string[], now: Date): Promise<void> {
  for (const changeId of changeIds) {
    const { ended, restored } = planRedo(await listStoredPreferences(trx, userId, changeId), changeId);
    const idsOf = (some: typeof ended) => some.map(({ id }) => id);
    await endPreferences(trx, userId, idsOf(ended), { endedBy: changeId, now });
    await restorePreferences(trx, userId, idsOf(restored));
  }
}

/**
 * Ends these preferences with a change that can be undone. What each of them had replaced takes its place again. The
 * owner's facts must be locked.
 */
export async function replaceWithEarlier(
  trx: Db,
  userId: UserId,
  changeId: string,
  preferences: readonly StoredPreference[],
  now: Date,
): Promise<void> {
  const wanted: WantedPreference[] = [];
  for (const { isCurrent, changeId: setBy, assistantId, setting, value } of preferences) {
    if (!isCurrent) continue;
    const earlier = (await listStoredPreferences(trx, userId, setBy)).find(
      (one) => one.endedBy === setBy && one.setting === setting && one.assistantId === assistantId,
    );
    const isBack = earlier !== undefined && !isListed(setting);
    wanted.push({ assistantId, setting, value: isBack ? earlier.value : value, isEnded: !isBack });
  }
  const origin = { source: 'typed', saidTo: null, conversationId: null, setAt: now, now } as const; // reason: the source is one of two
  await changePreferences(trx, userId, changeId, wanted, origin);
}
