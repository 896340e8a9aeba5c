import { assistantById, type AssistantId } from '../chat/assistants.ts';

/** How answers should be written. Each setting applies to everyone, or overrides that for one teammate. */
export const PREFERENCE_SETTINGS = ['length', 'emojis', 'sign_off', 'avoided_word', 'sentence'] as const;
export type PreferenceSetting = (typeof PREFERENCE_SETTINGS)[number];

/**
 * Settings with several values. A teammate's own values add to everyone's; for other settings, they replace them.
 */
export const LISTED_SETTINGS = ['avoided_word', 'sentence'] as const satisfies readonly PreferenceSetting[];
export const isListed = (setting: PreferenceSetting): boolean => LISTED_SETTINGS.some((listed) => listed === setting);

export const ANSWER_LENGTHS = ['short', 'medium', 'as_needed'] as const;
export type AnswerLength = (typeof ANSWER_LENGTHS)[number];
export const EMOJI_CHOICES = ['never', 'sometimes', 'up_to_them'] as const;
export type EmojiChoice = (typeof EMOJI_CHOICES)[number];

/** How many words and sentences there can be for everyone, and for each teammate. */
export const AVOIDED_WORDS_MAX = 50;
export const SENTENCES_MAX = 10;
/** In characters. */
export const SIGN_OFF_MAX = 120;
export const AVOIDED_WORD_MAX = 40;
export const SENTENCE_MAX = 200;
export const SAMPLE_QUESTION_MAX = 500;
/** How many sample answers an account can have a day. */
export const SAMPLES_PER_DAY = 30;

/** What a preference says, and whose answers it applies to: null for everyone's. */
export type ScopedPreference = { assistantId: AssistantId | null; setting: PreferenceSetting; value: string };

/** What the choices are called on screens. */
export const LENGTH_NAMES: Record<AnswerLength, string> = {
  short: 'Short',
  medium: 'Medium',
  as_needed: 'As needed',
};
export const EMOJI_NAMES: Record<EmojiChoice, string> = {
  never: 'Never',
  sometimes: 'Now and then',
  up_to_them: 'Up to them',
};

const CHOICE_TEXTS: Record<AnswerLength | EmojiChoice, string> = {
  short: 'short answers',
  medium: 'answers of medium length',
  as_needed: 'answers as long as needed',
  never: 'no emojis',
  sometimes: 'emojis now and then',
  up_to_them: 'emojis as they like',
};
const ENDED_TEXTS = { length: 'answers as long as needed', emojis: 'emojis as they like', sign_off: 'no set sign-off' };

/** A preference in a few words: `short answers`, `signed “Rosa”`, `emojis now and then from Soshie`. */
export function preferenceText({ assistantId, setting, value }: ScopedPreference, { isEnded = false } = {}): string {
  const what = isEnded ? endedText(setting, value) : setText(setting, value);
  return assistantId === null ? what : `${what} from ${assistantById(assistantId).name}`;
}

function setText(setting: PreferenceSetting, value: string): string {
  if (setting === 'sign_off') return value === '' ? 'no sign-off' : `signed “${value}”`;
  if (setting === 'avoided_word') return `never “${value}”`;
  if (setting === 'sentence') return `“${value}”`;
  return CHOICE_TEXTS[value as AnswerLength | EmojiChoice] ?? value; // reason: the value of another version is shown as it is
}

function endedText(setting: PreferenceSetting, value: string): string {
  if (setting === 'avoided_word') return `“${value}” is fine`;
  return setting === 'sentence' ? `no longer “${value}”` : ENDED_TEXTS[setting];
}
