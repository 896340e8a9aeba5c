import { isListed, preferenceText, type PreferenceSetting } from '#contract/brain/preferences.ts';
import { preferenceSchema } from '#contract/brain/preference-schemas.ts';
import { ASSISTANTS } from '#contract/chat/assistants.ts';
import type { Db } from '#db/client.ts';
import type { PreferenceOrigin } from '#db/queries/preferences/answer-preferences.ts';
import type { UserId } from '#db/types.gen.ts';
import { asOneLine } from '#server/lib/text/as-one-line.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';
import type { FoundPreference } from '#server/prompts/found-preferences.ts';
import { changePreferences } from './change-preferences.ts';
import type { WantedPreference } from './plan-change.ts';

const VALUE_MAX = 200;
/** Placeholder values for ending a single-value setting: whatever its current value is, it ends. */
const ANY_VALUE: Record<PreferenceSetting, string> = {
  length: 'as_needed',
  emojis: 'up_to_them',
  sign_off: '',
  avoided_word: '',
  sentence: '',
};

/** A text as its words, so that quotation marks, spaces and case don't count. */
const plainWords = (text: string) =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;

/** The part of a value that must appear in the owner's own words. */
const saidValue = ({ setting, value }: FoundPreference) =>
  setting === 'sign_off' || setting === 'avoided_word' ? value : '';

/** The preferences in a message that may be kept: lasting, in the owner's own words, usable, and without a secret. */
export function acceptPreferences(found: readonly (FoundPreference | null)[], ownerSaid: string): WantedPreference[] {
  const said = plainWords(ownerSaid);
  const isSaid = (text: string) => said.includes(plainWords(text).trim());
  return found.flatMap((one): WantedPreference[] => {
    if (one === null || !one.isLasting || one.quote === '' || !isSaid(one.quote) || !isSaid(saidValue(one))) return [];
    if (holdsSecret(one.value) || holdsSecret(one.quote)) return [];
    const name = one.teammate.toLowerCase();
    const teammate = ASSISTANTS.find((assistant) => assistant.name.toLowerCase() === name);
    if (name !== '' && !teammate) return [];
    const isEnded = one.isRemoved;
    const value = isEnded && !isListed(one.setting) ? ANY_VALUE[one.setting] : asOneLine(one.value, VALUE_MAX);
    const usable = preferenceSchema.safeParse({ setting: one.setting, value });
    return usable.success ? [{ assistantId: teammate?.id ?? null, ...usable.data, isEnded }] : [];
  });
}

/**
 * Keeps what a message or a typed fact says about answers, and returns what to tell the owner, and whether all of it is
 * kept; null if there is nothing to keep. `changeId` is its id. Call this inside the transaction that marks it as read.
 */
export async function keepPreferences(
  trx: Db,
  userId: UserId,
  changeId: string,
  wanted: readonly WantedPreference[],
  origin: PreferenceOrigin & { now: Date },
): Promise<{ text: string; isKept: boolean } | null> {
  if (wanted.length === 0) return null;
  const { added, ended, noRoom } = await changePreferences(trx, userId, changeId, wanted, origin);
  const texts = [
    ...added.map((one) => preferenceText(one)),
    ...ended
      .filter((one) => isListed(one.setting) || !added.some((other) => other.setting === one.setting))
      .map((one) => preferenceText(one, { isEnded: true })),
  ];
  const changed = texts.length > 0 ? `From now on: ${texts.join(', ')}.` : '';
  if (noRoom.length > 0) {
    const left = noRoom.map((one) => preferenceText(one)).join(', ');
    return {
      text: `${changed} Not remembered, because the list on the Brain page is full: ${left}.`.trim(),
      isKept: false,
    };
  }
  const known = `Set already: ${wanted.map((one) => preferenceText(one, one)).join(', ')}.`;
  return { text: changed || known, isKept: true };
}
