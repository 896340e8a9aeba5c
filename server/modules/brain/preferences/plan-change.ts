import {
  AVOIDED_WORDS_MAX,
  isListed,
  SENTENCES_MAX,
  type PreferenceSetting,
  type ScopedPreference,
} from '#contract/brain/preferences.ts';
import type { StoredPreference } from '#db/queries/preferences/answer-preferences.ts';

/** A preference that a change sets, or ends. `replaces` is the id of the word or sentence whose place it takes. */
export type WantedPreference = ScopedPreference & { isEnded?: boolean; replaces?: string };

/** The effects of a change. `noRoom` are the preferences for which the list is full. */
export type PreferenceChange = {
  added: ScopedPreference[];
  ended: StoredPreference[];
  noRoom: ScopedPreference[];
};

const isSameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const isInScope = (a: ScopedPreference, b: ScopedPreference) =>
  a.assistantId === b.assistantId && a.setting === b.setting;
const saysTheSame = (a: ScopedPreference, b: ScopedPreference) => isInScope(a, b) && isSameText(a.value, b.value);
const maxOf = (setting: PreferenceSetting) => (setting === 'sentence' ? SENTENCES_MAX : AVOIDED_WORDS_MAX);

/** Works out a change, given the current preferences. Preferences that are already set are skipped. */
export function planChange(stored: readonly StoredPreference[], wanted: readonly WantedPreference[]): PreferenceChange {
  const current = stored.filter(({ isCurrent }) => isCurrent);
  const change: PreferenceChange = { added: [], ended: [], noRoom: [] };
  const end = (isEnded: (preference: ScopedPreference & { id?: string }) => boolean) => {
    change.ended.push(...current.filter((one) => isEnded(one) && !change.ended.includes(one)));
    change.added = change.added.filter((one) => !isEnded(one));
  };
  const left = () => [...current.filter((one) => !change.ended.includes(one)), ...change.added];
  for (const { isEnded = false, replaces, assistantId, setting, value } of wanted) {
    const preference = { assistantId, setting, value };
    if (isEnded) {
      end((one) => (isListed(setting) ? saysTheSame(one, preference) : isInScope(one, preference)));
      continue;
    }
    if (replaces !== undefined) end((one) => one.id === replaces && isInScope(one, preference));
    // Single-value settings are compared exactly: "Maya" may become "MAYA".
    const isThere = left().some((one) =>
      isListed(setting) ? saysTheSame(one, preference) : isInScope(one, preference) && one.value === value,
    );
    if (isThere) continue;
    if (!isListed(setting)) end((one) => isInScope(one, preference));
    else if (left().filter((one) => isInScope(one, preference)).length >= maxOf(setting)) {
      change.noRoom.push(preference);
      continue;
    }
    change.added.push(preference);
  }
  return change;
}

/** Works out how to undo a change: which preferences end, and which are back. What took their place since stays. */
export function planUndo(
  stored: readonly StoredPreference[],
  changeId: string,
): { ended: StoredPreference[]; restored: StoredPreference[] } {
  const ended = stored.filter((one) => one.isCurrent && one.changeId === changeId);
  const current = stored.filter((one) => one.isCurrent && one.changeId !== changeId);
  const restored = stored.filter(
    (one) =>
      one.endedBy === changeId &&
      one.changeId !== changeId &&
      !current.some((other) => (isListed(one.setting) ? saysTheSame(other, one) : isInScope(other, one))),
  );
  return { ended, restored };
}

/**
 * Works out how to redo a change that was undone: what it had set is back, in the place of what is older. What was set
 * since then stays, and a list that is full by now takes no more.
 */
export function planRedo(
  stored: readonly StoredPreference[],
  changeId: string,
): { ended: StoredPreference[]; restored: StoredPreference[] } {
  const current = stored.filter(({ isCurrent }) => isCurrent);
  const rivals = (one: StoredPreference) =>
    current.filter((other) => (isListed(one.setting) ? saysTheSame(other, one) : isInScope(other, one)));
  const restored: StoredPreference[] = [];
  for (const one of stored.filter((other) => other.changeId === changeId && other.endedBy === changeId)) {
    const listed = [...current, ...restored].filter((other) => isInScope(other, one));
    const isBack = isListed(one.setting)
      ? rivals(one).length === 0 && listed.length < maxOf(one.setting)
      : rivals(one).every(({ setAt }) => setAt <= one.setAt);
    if (isBack) restored.push(one);
  }
  return { ended: restored.flatMap(rivals), restored };
}
