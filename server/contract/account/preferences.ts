import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
import { timeZoneSchema } from './profile.ts';

const codes = new Set(['', ...LANGUAGES.map((language) => language.code)]);

/** How a person wants to be addressed and contacted. */
export const preferencesSchema = z.object({
  /** If empty, the assistants answer in the language of the message. */
  language: z.string().refine((code) => codes.has(code), 'Please choose a language from the list.'),
  timeZone: timeZoneSchema,
  /** Whether to email the owner when someone signs in from an unknown device. */
  emailsAboutSignIns: z.boolean(),
});
export type PreferencesInput = z.input<typeof preferencesSchema>;
