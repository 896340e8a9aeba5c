import { OAUTH_ATTEMPT_MINUTES } from '#contract/account/oauth-providers.ts';
import { randomToken } from '#server/lib/crypto/secrets.ts';

/**
 * Binds a sign-in in progress to the browser that began it. One value serves every attempt of a browser, so that several tabs can be
 * signing in at the same time.
 */
export function createOAuthCookie(isHttps: boolean) {
  // The prefix makes browsers refuse the cookie from anywhere but this very host over https.
  const name = isHttps ? '__Host-oauth' : 'oauth';
  return {
    name,
    /** The browser's own value, or a new one. */
    valueOr: (value: string | undefined): string =>
      value !== undefined && /^[\w-]{43}$/.test(value) ? value : randomToken(),
    /** The Set-Cookie value. Lax, because the way back begins on another site. */
    of: (value: string): string =>
      `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${OAUTH_ATTEMPT_MINUTES * 60}${isHttps ? '; Secure' : ''}`,
  };
}
