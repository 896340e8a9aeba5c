import { z } from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN } from './password-length.ts';
import { withoutNul } from './plain-text.ts';

/** The simple pattern of spec §5: no whitespace, one @, a dot in the domain. */
export const emailSchema = z
  .string()
  .overwrite(withoutNul)
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Please enter a valid email address')
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address');

/** No composition rule. Common ones are refused by the server. */
export const newPasswordSchema = z
  .string()
  .refine((value) => [...value].length >= PASSWORD_MIN, `Please use at least ${PASSWORD_MIN} characters.`)
  .refine(
    (value) => value.length <= 2 * PASSWORD_MAX && [...value].length <= PASSWORD_MAX,
    `Please use at most ${PASSWORD_MAX} characters.`,
  );

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
