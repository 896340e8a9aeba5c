import { z } from 'zod';

/**
 * What a browser reports about a screen that crashed: where it happened, never anything a person wrote. Anyone can send it, so no field
 * holds a sentence.
 */
export const crashSchema = z.strictObject({
  /** The URL's path, without its query. */
  path: z.string().regex(/^\/[!-~]{0,199}$/),
  /** The kind of error, such as `TypeError`. */
  name: z.string().regex(/^\w{1,100}$/),
  /** Where in our own scripts it was thrown, such as `/assets/chat-1a2b.js:1:234`; empty if that isn't known. */
  place: z.string().regex(/^(?:\/assets\/[\w.-]{1,100}:\d{1,7}:\d{1,7})?$/),
});
export type CrashReport = z.infer<typeof crashSchema>;
