/** What goes wrong when one of these stands in the address that somebody signs in with, alone or after a plus. */
export const OPENID_FAULTS = [
  'unverified',
  'no-email',
  'server-error',
  'hang',
  'token-500',
  'token-garbage',
  'no-id-token',
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

/** `wrong-aud@example.com` and `maya+wrong-aud@example.com` both ask for it. */
export function openIdFaultIn(email: string): OpenIdFault | null {
  const parts = email.toLowerCase().replace(/@.*$/s, '').split('+');
  return OPENID_FAULTS.find((fault) => parts.includes(fault)) ?? null;
}
