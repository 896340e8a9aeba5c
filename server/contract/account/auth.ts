import { z } from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN } from './password-length.ts';

const EMAIL_INVALID = 'Please enter a valid email address';

/** The simple pattern of spec §5: no whitespace, one @, a dot inside the domain. Each step reads the text once. */
function isEmailShaped(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@', 3);
  return local !== '' && domain.slice(1, -1).includes('.') && more.length === 0 && !/\s/.test(text);
}

/** The length is checked first, and a longer text is read no further. */
export const emailSchema = z
  .string()
  .trim()
  .min(1, { error: 'Email is required', abort: true })
  .max(254, { error: EMAIL_INVALID, abort: true })
  .refine(isEmailShaped, EMAIL_INVALID);

const PASSWORD_LONG = `Please use at most ${PASSWORD_MAX} characters.`;

/** No composition rule. Common ones are refused by the server. */
export const newPasswordSchema = z
  .string()
  // A character is at most two UTF-16 units. Custom, like the others, because /auth/v1 calls a custom issue a weak password.
  .refine((value) => value.length <= 2 * PASSWORD_MAX, { error: PASSWORD_LONG, abort: true })
  .refine((value) => [...value].length >= PASSWORD_MIN, `Please use at least ${PASSWORD_MIN} characters.`)
  .refine((value) => [...value].length <= PASSWORD_MAX, PASSWORD_LONG);

/** Where to go after confirming: kept only when both are there (spec §5). */
export const planChoiceSchema = z.object({
  plan: z.enum(['starter', 'pro', 'ultimate']),
  priceId: z.string().regex(/^(starter|pro|ultimate)_(monthly|quarterly|annual)$/),
});

/** Where to go afterwards; what is no path of this site counts as not given. */
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
/** For the mails that somebody without a session may ask for. */
export const addressOnlySchema = z.object({ email: emailSchema });
export const resetPasswordSchema = z.object({ token: z.string().min(1).max(200), password: newPasswordSchema });
