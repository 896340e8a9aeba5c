import { createHash } from 'node:crypto';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import { createForeignKey, type OpenIdKey } from './openid-key.ts';
import { hasSharedId, type OpenIdFault } from './openid-faults.ts';
import type { OpenIdPerson } from './openid-people.ts';

/** How long a token is valid, in seconds: the same as Google's and Slack's. */
const HOLDS_S: Record<OAuthProvider, number> = { google: 3_600, slack: 300 };

const hexOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Slack's workspace: one for each domain. */
function slackTeam(email: string): string {
  return `T${hexOf(email.toLowerCase().replace(/^.*@/s, '')).slice(0, 10).toUpperCase()}`;
}

/** What the product stores for a Slack person. */
export const slackSubject = (email: string): string => `${slackTeam(email)}:${openIdSubject('slack', email)}`;

/** Always the same for one address, in the provider's format. */
export function openIdSubject(provider: OAuthProvider, email: string): string {
  const hex = hexOf(`${provider}:${hasSharedId(email) && provider === 'slack' ? '' : email.toLowerCase()}`);
  return provider === 'google' ? BigInt(`0x${hex}`).toString().slice(0, 21) : `U${hex.slice(0, 10).toUpperCase()}`;
}

export type Minting = {
  provider: OAuthProvider;
  issuer: string;
  clientId: string;
  nonce: string | undefined;
  person: OpenIdPerson;
  fault: OpenIdFault | null;
  now: Date;
};

function claimsOf({ provider, issuer, clientId, nonce, person, fault, now }: Minting): JWTPayload {
  const issuedAt = Math.floor(now.getTime() / 1_000) - (fault === 'expired' ? 2 * 3_600 : 0);
  const subject = openIdSubject(provider, person.email);
  return {
    iss: fault === 'wrong-iss' ? 'https://another-issuer.example' : issuer,
    aud: fault === 'wrong-aud' ? 'another-client' : clientId,
    ...(provider === 'google' ? { azp: clientId } : { 'https://slack.com/user_id': subject }),
    ...(provider === 'google' || fault === 'no-team' ? {} : { 'https://slack.com/team_id': slackTeam(person.email) }),
    ...(fault === 'wrong-azp' ? { azp: 'another-client' } : {}),
    sub: subject,
    ...(fault === 'no-email' ? {} : { email: person.email, email_verified: fault !== 'unverified' }),
    name: person.name,
    ...(fault === 'wrong-nonce' ? { nonce: 'another-nonce' } : nonce === undefined ? {} : { nonce }),
    iat: issuedAt,
    exp: issuedAt + HOLDS_S[provider],
  };
}

/** An id token, correct or faulty as requested. */
export async function mintIdToken(minting: Minting, key: OpenIdKey): Promise<string> {
  const claims = claimsOf(minting);
  const { fault } = minting;
  if (fault === 'alg-none') return new UnsecuredJWT(claims).encode();
  // A well-known attack: the public key is used as if it were a shared secret.
  if (fault === 'alg-hs256')
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: key.kid })
      .sign(new TextEncoder().encode(JSON.stringify(key.publicJwk)));
  const signer = fault === 'foreign-key' ? await createForeignKey() : key;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(signer.privateKey);
}
