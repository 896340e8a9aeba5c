import {
  isListed,
  PREFERENCE_SETTINGS,
  type PreferenceSetting,
  type ScopedPreference,
} from '#contract/brain/preferences.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { PreferenceRow, StoredPreference } from '#db/queries/preferences/answer-preferences.ts';

export type PreferenceDto = {
  id: string;
  /** Whose answers it is about; null for everyone's. */
  assistantId: AssistantId | null;
  setting: PreferenceSetting;
  value: string;
  /** `conversationId` is null if it was typed, or if its conversation is gone. */
  source: {
    kind: PreferenceRow['source'];
    assistantId: AssistantId | null;
    conversationId: string | null;
    messageId: string | null;
  };
  setAt: string;
};

export const toPreference = (row: PreferenceRow): PreferenceDto => ({
  id: row.id,
  assistantId: row.assistantId,
  setting: row.setting,
  value: row.value,
  source: {
    kind: row.source,
    assistantId: row.saidTo,
    conversationId: row.conversationId,
    messageId: row.source === 'message' ? row.changeId : null,
  },
  setAt: row.setAt.toISOString(),
});

/** The preferences that a message changed, as far as they are still in effect. */
export type PreferencesOfMessageDto = { set: ScopedPreference[]; ended: ScopedPreference[] };

const toScoped = ({ assistantId, setting, value }: StoredPreference): ScopedPreference => ({
  assistantId,
  setting,
  value,
});

/** By the id of the message. What was undone or has changed since is left out, and so is what was only replaced. */
export function toPreferencesByMessage(stored: readonly StoredPreference[]): Record<string, PreferencesOfMessageDto> {
  // One message sets several at the same moment.
  const placeOf = ({ setting }: StoredPreference) => PREFERENCE_SETTINGS.indexOf(setting);
  const rows = stored.toSorted((a, b) => placeOf(a) - placeOf(b));
  const messages = new Map<string, PreferencesOfMessageDto>();
  const of = (id: string) => {
    const found = messages.get(id) ?? { set: [], ended: [] };
    messages.set(id, found);
    return found;
  };
  for (const row of rows) if (row.isCurrent) of(row.changeId).set.push(toScoped(row));
  for (const row of rows) {
    const { endedBy } = row;
    if (endedBy === null || endedBy === row.changeId) continue;
    const { set, ended } = of(endedBy);
    const isReplaced = set.some((one) => one.setting === row.setting && one.assistantId === row.assistantId);
    if (isListed(row.setting) || !isReplaced) ended.push(toScoped(row));
  }
  return Object.fromEntries([...messages].filter(([, { set, ended }]) => set.length + ended.length > 0));
}
