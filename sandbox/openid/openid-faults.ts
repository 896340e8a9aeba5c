/** The fault triggered when one of these names is the local part of the sign-in address, alone or after a plus. */
export const OPENID_FAULTS = [
  'unverified',
  'no-email',
  'server-error',
  'hang',
  'token-500',
  'token-garbage',
  'no-id-token',
  'no-team',
  'wrong-aud',
  'wrong-azp',
  'wrong-iss',
  'wrong-nonce',
  'expired',
  'alg-none',
  'alg-hs256',
  'foreign-key',
] as const;
export type OpenIdFault = (typeof OPENID_FAULTS)[number];

/** "same-id" in the local part: at Slack, every workspace has someone with this user id. */
export const hasSharedId = (email: string): boolean => wordsOf(email).includes('same-id');

const wordsOf = (email: string): string[] => email.toLowerCase().replace(/@.*$/s, '').split('+');

/** `wrong-aud@example.com` and `maya+wrong-aud@example.com` both trigger it. */
export function openIdFaultIn(email: string): OpenIdFault | null {
  const words = wordsOf(email);
  return OPENID_FAULTS.find((fault) => words.includes(fault)) ?? null;
}
