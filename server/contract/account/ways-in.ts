/** A way into an account is new for this long: a reset and signing out everywhere turn it off. */
export const NEW_WAY_DAYS = 30;
/**
 * A second factor younger than this can't block a password reset. If there are no older ones, the reset waits, then
 * removes it.
 */
export const YOUNG_FACTOR_HOURS = 24;
/** For how long a reset link sent to an address that the account had before restores it. */
export const FORMER_EMAIL_DAYS = 30;
/** Addresses replaced after this can still be restored, and nobody else can have them until then. */
export const formerEmailCutoff = (now: Date): Date => new Date(now.getTime() - FORMER_EMAIL_DAYS * 24 * 60 * 60_000);
/** How long a way that is turned off can be turned back on. Then it's deleted. */
export const DISABLED_WAY_DAYS = 14;

/**
 * Everything that gives access to an account or acts in its owner's name, in the order in which they're shown. `tables`
 * hold it. `ends`: a reset and signing out everywhere either turn off what is new, so that the owner can turn it back
 * on, or delete all of it. What `expires` stays, because it's the owner's way back. tests/architecture fails if a table
 * that can give access to an account is missing.
 */
export const WAYS_IN = {
  password: { label: 'Password', tables: ['users'], ends: 'turned off' },
  passkey: { label: 'Passkey', tables: ['passkeys'], ends: 'turned off' },
  google: { label: 'Google', tables: ['identities'], ends: 'turned off' },
  slack: { label: 'Slack', tables: ['identities'], ends: 'turned off' },
  totp: { label: 'Authenticator app', tables: ['factors'], ends: 'turned off' },
  phone: { label: 'Phone', tables: ['factors'], ends: 'turned off' },
  recovery_codes: { label: 'Recovery codes', tables: ['recovery_codes'], ends: 'turned off' },
  browser: { label: 'Signed-in browser', tables: ['sessions'], ends: 'deleted' },
  script: { label: 'Script', tables: ['sessions', 'refresh_tokens', 'authorization_codes'], ends: 'deleted' },
  link: { label: 'Link or code in an email', tables: ['email_links'], ends: 'deleted' },
  former_email: { label: 'Former email address', tables: ['former_emails'], ends: 'expires' },
} as const satisfies Record<
  string,
  { label: string; tables: readonly string[]; ends: 'turned off' | 'deleted' | 'expires' }
>;

export type WayKind = keyof typeof WAYS_IN;
/** The ways that are turned off rather than deleted. */
export type DisablableKind = {
  [K in WayKind]: (typeof WAYS_IN)[K]['ends'] extends 'turned off' ? K : never;
}[WayKind];
