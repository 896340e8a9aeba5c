import { z } from 'zod';
import { EMAIL_MAX, parseEmail } from './email-address.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './password-length.ts';

const EMAIL_INVALID = 'Please enter a valid email address';

/** Every email field. Its output is the spelling to store. Checks the length first, so that an overlong text is never scanned. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, { error: 'Email is required', abort: true })
  .max(EMAIL_MAX, { error: EMAIL_INVALID, abort: true })
  .refine((text) => parseEmail(text) !== undefined, { error: EMAIL_INVALID, abort: true })
  .overwrite((text) => parseEmail(text) ?? text);

const PASSWORD_LONG = `Please use at most ${PASSWORD_MAX} characters.`;

/** No composition rule. The server refuses common passwords. */
export const newPasswordSchema = z
  .string()
  // A character takes at most two UTF-16 units. A custom issue, like the others, because /auth/v1 reports custom issues as a weak
  // password.
  .refine((value) => value.length <= 2 * PASSWORD_MAX, { error: PASSWORD_LONG, abort: true })
  .refine((value) => [...value].length >= PASSWORD_MIN, `Please use at least ${PASSWORD_MIN} characters.`)
  .refine((value) => [...value].length <= PASSWORD_MAX, PASSWORD_LONG);

/** The plan to continue with after confirming: kept only when both parts are given (AUTH-3). */
export const planChoiceSchema = z.object({
  plan: z.enum(['starter', 'pro', 'ultimate']),
  priceId: z.string().regex(/^(starter|pro|ultimate)_(monthly|quarterly|annual)$/),
});

/** Where to go afterwards; anything that isn't a path on this site is ignored. */
export const redirectSchema = z.string().max(2_000);

export const signInSchema = z.object({
  email: emailSchema,
  password: z
    .string()
    .min(1, 'Password is required')
    .max(2 * PASSWORD_MAX),
});
export const signUpSchema = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  planChoice: planChoiceSchema.optional(),
  redirect: redirectSchema.optional(),
});
export const confirmEmailSchema = z.object({ token: z.string().min(1).max(200) });
/** For the emails that can be requested without a session. */
export const addressOnlySchema = z.object({ email: emailSchema });
export const resetPasswordSchema = z.object({ token: z.string().min(1).max(200), password: newPasswordSchema });
