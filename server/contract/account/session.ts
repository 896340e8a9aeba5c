/** Session lifetimes. The cookie is renewed on use, up to the absolute cap. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_ABSOLUTE_DAYS = 60;
/** A session with less time left than this counts as expired (SESSION-2). */
export const SESSION_MARGIN_MS = 90_000;
/** How long a browser remembers that someone has signed in there. Chrome keeps no cookie longer. */
export const DEVICE_COOKIE_DAYS = 400;
/** A sensitive change needs a sign-in or re-authentication no older than this. */
export const REAUTHENTICATION_MINUTES = 10;

export function isRecentAuthentication(authenticatedAt: Date, now: Date): boolean {
  return now.getTime() - authenticatedAt.getTime() <= REAUTHENTICATION_MINUTES * 60_000;
}

/** How a person can authenticate; a session remembers the methods it was opened with. */
export const SIGN_IN_METHODS = ['password', 'link', 'oauth', 'passkey', 'totp', 'phone', 'recovery', 'email'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** `browser` sessions use a cookie; `token` is a script or another client with access and refresh tokens. */
export type SessionKind = 'browser' | 'token';
