/**
 * One leading slash, no backslash, no control character: browsers read `/\host` and `/<tab>/host` as another host. Half a
 * surrogate pair makes `encodeURIComponent` throw.
 */
const PATH_OF_THIS_SITE = /^\/(?!\/)[^\\\p{Cc}\p{Cs}]*$/u;
/** Coming back to the sign-in page would send a signed-in person round in circles. */
const AUTH_PATH = /^\/auth(?:[/?#]|$)/;

/** Keeps a target only when it is a path of this site (DECISIONS "Sign-in"). The same rule holds on both sides. */
export function safeRedirectPath(target: unknown): string | undefined {
  if (typeof target !== 'string' || target.length > 2_000) return undefined;
  return PATH_OF_THIS_SITE.test(target) && !AUTH_PATH.test(target) ? target : undefined;
}
