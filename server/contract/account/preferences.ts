import { z } from 'zod';
import { LANGUAGES } from './languages.ts';
import { timeZoneSchema } from './profile.ts';

const codes = new Set(['', ...LANGUAGES.map((language) => language.code)]);

/** How a person wants to be spoken to and written to. */
export const preferencesSchema = z.object({
  /** Empty: the assistants answer in the language they are written to. */
  language: z.string().refine((code) => codes.has(code), 'Please choose a language of the list.'),
  timeZone: timeZoneSchema,
  /** A mail when somebody signs in from a device that is not known. */
  mailsAboutSignIns: z.boolean(),
});
export type PreferencesInput = z.input<typeof preferencesSchema>;
