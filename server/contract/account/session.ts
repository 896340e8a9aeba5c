/** Session lifetimes. The cookie renews while it is used, up to the absolute cap. */
export const SESSION_IDLE_DAYS = 14;
export const SESSION_ABSOLUTE_DAYS = 60;
/** A session with less than this left counts as expired (spec §4, §9). */
export const SESSION_MARGIN_MS = 90_000;
/** A sensitive change asks for a proof (password, code or passkey) no older than this. */
export const PROOF_MINUTES = 10;

export function isFreshProof(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() <= PROOF_MINUTES * 60_000;
}

/** How a person can prove who they are; a session remembers which ones it was opened with. */
export const SIGN_IN_METHODS = ['password', 'link', 'oauth', 'passkey', 'totp', 'phone', 'recovery', 'email'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** `browser` holds a cookie, `token` is a script or another client with access and refresh tokens. */
export type SessionKind = 'browser' | 'token';
