const BASE = 'http://same.invalid';

/**
 * Keeps a target only when it is a path of this site (DECISIONS "Sign-in"): one leading slash, no backslash, no control
 * character. Browsers read `/\host` and `/<tab>/host` as another host.
 */
export function safeRedirectPath(target: unknown): string | undefined {
  if (typeof target !== 'string' || target.length > 2_000 || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(target)) return undefined;
  return URL.canParse(target, BASE) && new URL(target, BASE).origin === BASE && !isAuthPath(target)
    ? target
    : undefined;
}

// Coming back to the sign-in page would send a signed-in person round in circles.
function isAuthPath(target: string): boolean {
  return /^\/auth(?:[/?#]|$)/.test(target);
}

/** The address of the sign-in page that leads back to `path` afterwards. */
export function signInPath(path: string): string {
  const target = safeRedirectPath(path);
  return target === undefined ? '/auth' : `/auth?redirect=${encodeURIComponent(target)}`;
}
