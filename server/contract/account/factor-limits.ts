/**
 * Second factors (AUTH-10): an authenticator app, or a phone that receives codes. In a file of its own, so that screens don't
 * load the schema library.
 */
export type FactorType = 'totp' | 'phone';
export const CHANNELS = ['sms', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

export const CHANNEL_NAMES: Record<Channel, string> = { sms: 'SMS', whatsapp: 'WhatsApp' };
/** Two codes to one phone number are sent at least this far apart, in seconds. */
export const CODE_GAP_S = 60;

/** The most factors one person can have, verified or not. */
export const FACTORS_MAX = 10;
/** How long a code challenge stays valid. */
export const CHALLENGE_MINUTES = 10;
/** How many recovery codes are generated at a time. */
export const RECOVERY_CODES = 10;
/** The longest name of a factor or a passkey, in characters. */
export const FRIENDLY_NAME_MAX = 60;

/** The most passkeys one person can have. */
export const PASSKEYS_MAX = 20;
/** How long a browser may take to sign a challenge. */
export const PASSKEY_CHALLENGE_MINUTES = 5;
