import type { z } from 'zod';
import { emailSchema, newPasswordSchema, signInSchema, signUpSchema } from '#contract/account/auth.ts';

export type AuthMode = 'signin' | 'signup';
export type CredentialErrors = { email?: string; password?: string };
export type Credentials = z.output<typeof signInSchema>;

type Checked = { credentials: Credentials; errors: null } | { credentials: null; errors: CredentialErrors };

/** Validates the form, with one sentence for each invalid field. */
export function checkCredentials(mode: AuthMode, typed: Record<string, unknown>): Checked {
  const result = (mode === 'signin' ? signInSchema : signUpSchema).safeParse(typed);
  if (result.success)
    return { credentials: { email: result.data.email, password: result.data.password }, errors: null };
  const errors: CredentialErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path[0];
    if (field === 'email' || field === 'password') errors[field] ??= issue.message;
  }
  return { credentials: null, errors };
}

export function checkEmail(typed: unknown): { email: string; error?: string } {
  const result = emailSchema.safeParse(typed);
  return result.success ? { email: result.data } : { email: '', error: result.error.issues[0]?.message };
}

/** The sentence about an invalid new password. */
export function checkNewPassword(typed: unknown): string | undefined {
  return newPasswordSchema.safeParse(typed).error?.issues[0]?.message;
}
