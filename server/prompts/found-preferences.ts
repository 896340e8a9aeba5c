import { z } from 'zod';
import {
  ANSWER_LENGTHS,
  AVOIDED_WORD_MAX,
  EMOJI_CHOICES,
  PREFERENCE_SETTINGS,
  SENTENCE_MAX,
  SIGN_OFF_MAX,
} from '#contract/brain/preferences.ts';
import { QUOTE_MAX } from '#contract/brain/brain.ts';

/** What a message says about how answers should be from now on. */

const PREFERENCES_PER_MESSAGE = 20;

export const preferenceSchema = z.object({
  setting: z.enum(PREFERENCE_SETTINGS),
  value: z.string().trim().max(SENTENCE_MAX),
  /** The name of a teammate, or empty for everyone. */
  teammate: z.string().trim().max(40).catch(''),
  quote: z.string().trim().max(QUOTE_MAX),
  isLasting: z.boolean(),
  isRemoved: z.boolean().catch(false),
});
export type FoundPreference = z.infer<typeof preferenceSchema>;
/** An unusable preference is dropped without affecting the facts of the same message. */
export const preferencesSchema = z
  .array(z.nullable(preferenceSchema).catch(null))
  .max(PREFERENCES_PER_MESSAGE)
  .catch([]);

const choices = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');

/** What `setting` is, and the values that it has; `said` is what the owner said. */
export const preferenceValues = (said: string): string =>
  `"length" with the value ${choices(ANSWER_LENGTHS)}; "emojis" with ${choices(EMOJI_CHOICES)}; "sign_off" with the text below emails, at most ${SIGN_OFF_MAX} characters, or "" for none; "avoided_word" with one word or expression that must not be used, as ${said} has it, at most ${AVOIDED_WORD_MAX} characters, one entry each; "sentence" for any other wish about the form of answers, as one sentence of at most ${SENTENCE_MAX} characters in the language of ${said}.`;

/** The part of the task that is about preferences. */
export const PREFERENCES_FIELD = `The same JSON object has "preferences": [{"setting", "value", "teammate", "quote", "isLasting", "isRemoved"}], what ownerSaid says about how the assistants should answer and write from now on. Usually it is empty. It isn't a fact: list it here only.
- setting: ${preferenceValues('ownerSaid')}
- teammate: the name of the one assistant it is about, or "" for all.
- quote: the exact words of ownerSaid that say so.
- isLasting: true if it is meant from now on ("always", "from now on", "I prefer", "remember", "never say"); false if it is about this answer or text only ("make it short", "without emojis, please").
- isRemoved: true if an earlier wish no longer holds, such as a word that may be used again.`;
