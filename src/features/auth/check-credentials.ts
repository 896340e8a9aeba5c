import type { z } from 'zod';
import { signInSchema, signUpSchema } from '#contract/auth.ts';

export type AuthMode = 'signin' | 'signup';
export type CredentialErrors = { email?: string; password?: string };
export type Credentials = z.output<typeof signInSchema>;

type Checked = { credentials: Credentials; errors: null } | { credentials: null; errors: CredentialErrors };

/** Checks what was typed, with one sentence for each field that is wrong. */
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
