/**
 * One leading slash, no backslash, no control character: browsers read `/\host` and `/<tab>/host` as another host. An unpaired
 * surrogate makes `encodeURIComponent` throw.
 */
const PATH_OF_THIS_SITE = /^\/(?!\/)[^\\\p{Cc}\p{Cs}]*$/u;
/** Redirecting a signed-in person to the sign-in page would loop. */
const AUTH_PATH = /^\/auth(?:[/?#]|$)/;

/** Keeps a target only if it is a path on this site (AUTH-4). Browser and server apply the same rule. */
export function safeRedirectPath(target: unknown): string | undefined {
  if (typeof target !== 'string' || target.length > 2_000) return undefined;
  return PATH_OF_THIS_SITE.test(target) && !AUTH_PATH.test(target) ? target : undefined;
}
