import { z } from 'zod';
import { assistantIdSchema } from '../chat/assistants.ts';
import { idSchema } from '../ids.ts';
import {
  ANSWER_LENGTHS,
  AVOIDED_WORD_MAX,
  AVOIDED_WORDS_MAX,
  EMOJI_CHOICES,
  SAMPLE_QUESTION_MAX,
  SENTENCE_MAX,
  SENTENCES_MAX,
  SIGN_OFF_MAX,
} from './preferences.ts';

const text = (max: number) => z.string().trim().max(max);
/** A setting with one of its values. An empty sign-off means none. */
export const preferenceSchema = z.discriminatedUnion('setting', [
  z.object({ setting: z.literal('length'), value: z.enum(ANSWER_LENGTHS) }),
  z.object({ setting: z.literal('emojis'), value: z.enum(EMOJI_CHOICES) }),
  z.object({ setting: z.literal('sign_off'), value: text(SIGN_OFF_MAX) }),
  z.object({ setting: z.literal('avoided_word'), value: text(AVOIDED_WORD_MAX).min(1) }),
  z.object({ setting: z.literal('sentence'), value: text(SENTENCE_MAX).min(1) }),
]);

/** The client generates `changeId`: sending a change twice applies it once, and Undo refers to it. */
export const setPreferenceSchema = z.object({
  changeId: idSchema,
  assistantId: z.nullable(assistantIdSchema),
  preference: preferenceSchema,
  /** The word or sentence that this one replaces. */
  replaces: z.optional(idSchema),
});
/** Preferences that one change ends. */
export const ENDED_AT_ONCE_MAX = 3 + AVOIDED_WORDS_MAX + SENTENCES_MAX;
/** Ends preferences: a word may be used again, or a teammate follows everyone's setting again. */
export const endPreferencesSchema = z.object({
  changeId: idSchema,
  ids: z.array(idSchema).min(1).max(ENDED_AT_ONCE_MAX),
  /** Restores what they had replaced, because the chat that set them is forgotten. */
  goesBack: z.optional(z.boolean()),
});
export const undoPreferencesSchema = z.object({ changeId: idSchema });
export const sampleAnswerSchema = z.object({
  assistantId: assistantIdSchema,
  question: text(SAMPLE_QUESTION_MAX).min(1, 'Please type a question.'),
});
