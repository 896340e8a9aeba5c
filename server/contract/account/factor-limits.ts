/** Second factors (spec §7 "Authentication"): an authenticator app, or a phone that gets codes. It stands alone, so that screens need no schema library. */
export type FactorType = 'totp' | 'phone';
export const CHANNELS = ['sms', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Most factors of one person, verified or not. */
export const FACTORS_MAX = 10;
/** How long a question for a code stands. */
export const CHALLENGE_MINUTES = 10;
/** How many recovery codes are made at once. */
export const RECOVERY_CODES = 10;
/** Longest name of a factor or a passkey, in characters. */
export const FRIENDLY_NAME_MAX = 60;

/** Most passkeys of one person. */
export const PASSKEYS_MAX = 20;
/** How long a browser may take to sign a challenge. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
