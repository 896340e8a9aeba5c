import type { ErrorCode } from '#contract/errors.ts';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import { safeRedirectPath } from '#contract/account/redirect-path.ts';
import type { OAuthAttempt } from '#db/queries/identity/oauth-attempts.ts';

const SETTINGS = '/dashboard/settings';
const withQuery = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`;

/** Where a person goes after coming back from a sign-in service (AUTH-3). Always a path on this site (AUTH-4). */
export function pathAfter(attempt: OAuthAttempt, provider: OAuthProvider): string {
  if (attempt.userId) return withQuery(SETTINGS, { linked: provider });
  if (attempt.planChoice) return withQuery('/auth', attempt.planChoice);
  return safeRedirectPath(attempt.redirect) ?? '/dashboard';
}

/** The page that explains what went wrong. It carries over the choices made so far, if they are known. */
export function pathOfProblem(attempt: OAuthAttempt | undefined, problem: ErrorCode): string {
  if (attempt?.userId) return withQuery(SETTINGS, { problem });
  const redirect = safeRedirectPath(attempt?.redirect);
  return withQuery('/auth', { problem, ...attempt?.planChoice, ...(redirect ? { redirect } : {}) });
}
