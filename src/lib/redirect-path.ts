import { safeRedirectPath } from '#contract/account/redirect-path.ts';

/** The address of the sign-in page that returns to `path` afterwards. */
export function signInPath(path: string): string {
  const target = safeRedirectPath(path);
  return target === undefined ? '/auth' : `/auth?redirect=${encodeURIComponent(target)}`;
}

/** The address of the second step of signing in, which continues to `path` afterwards. */
export function challengePath(path: string): string {
  const target = safeRedirectPath(path);
  return target === undefined ? '/auth/challenge' : `/auth/challenge?redirect=${encodeURIComponent(target)}`;
}
