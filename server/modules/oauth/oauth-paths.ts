import type { ErrorCode } from '#contract/errors.ts';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import type { OAuthAttempt } from '#db/queries/oauth-attempts.ts';

const SETTINGS = '/dashboard/settings';
const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`;

/** Where somebody goes who came back and is signed in (spec §7 "Authentication"). Always a path of this site. */
export function pathAfter(attempt: OAuthAttempt, provider: OAuthProvider): string {
  if (attempt.userId) return withQuery(SETTINGS, { linked: provider });
  if (attempt.planChoice) return withQuery('/auth', attempt.planChoice);
  return safeRedirectPath(attempt.redirect) ?? '/dashboard';
}

/** Where they read what went wrong. What they had chosen travels with it, as far as it is known. */
export function pathOfProblem(attempt: OAuthAttempt | undefined, problem: ErrorCode): string {
  if (attempt?.userId) return withQuery(SETTINGS, { problem });
  const redirect = safeRedirectPath(attempt?.redirect);
  return withQuery('/auth', { problem, ...attempt?.planChoice, ...(redirect ? { redirect } : {}) });
}
