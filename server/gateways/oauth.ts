import { ArcticFetchError, CodeChallengeMethod, OAuth2Client, UnexpectedResponseError } from 'arctic';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { emailSchema } from '#contract/account/auth.ts';
import { OAUTH_PROVIDERS, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import { oneLine } from '#contract/quoted-name.ts';
import { AppError } from '#server/lib/app-error.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import type { Log } from '#server/lib/log.ts';
import type { Clock } from './clock.ts';
import { createDiscovery, ProviderUnavailable } from './oauth-discovery.ts';

const SCOPES = ['openid', 'email', 'profile'];
/** How far a provider's clock may differ from ours, in seconds. */
const CLOCK_TOLERANCE_S = 60;
const SUBJECT_MAX = 255;
const NAME_MAX = 100;
const GOOGLE = 'https://accounts.google.com';

export type OAuthSettings = { issuer: string; clientId: string; clientSecret: string };
/** A provider without settings is not offered. */
export type OAuthWorld = Record<OAuthProvider, OAuthSettings | null>;
/** Milliseconds: `getMs` for each GET with its retries, `tokenMs` for exchanging a code. */
export type OAuthLimits = { getMs: number; tokenMs: number };
export const OAUTH_LIMITS: OAuthLimits = { getMs: 5_000, tokenMs: 10_000 };

/**
 * A person's identity at a provider. `email` is empty if the provider gave none. `formerSubject`: what an older version stored for it, if
 * that was something else.
 */
export type ProviderPerson = {
  subject: string;
  formerSubject: string | null;
  email: string;
  isEmailVerified: boolean;
  name: string;
};

function isSilence(error: unknown): boolean {
  if (error instanceof ArcticFetchError || error instanceof ProviderUnavailable || error instanceof errors.JWKSTimeout)
    return true;
  if (error instanceof UnexpectedResponseError) return error.status >= 500;
  // What the built-in fetch throws when nobody answers, the connection breaks, or the time runs out.
  if (error instanceof TypeError) return /^(?:fetch failed|terminated)$/.test(error.message);
  return error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name);
}

/**
 * Slack's user ids are unique only within a workspace, so the subject is the pair, from the claims that Slack documents for it.
 * Source: Slack's "openid.connect.token".
 */
function slackSubject(payload: JWTPayload): string {
  const ids = ['team_id', 'user_id'].map((name) => payload[`https://slack.com/${name}`]);
  if (!ids.every((id) => typeof id === 'string' && /^\w{1,100}$/.test(id)))
    throw new Error('the id token names no workspace and user');
  return ids.join(':');
}

/** A claim as one short line; half of a surrogate pair left by the cut is dropped. */
const lineOf = (claim: unknown): string => (typeof claim === 'string' ? oneLine(claim.slice(0, NAME_MAX)) : '');

/**
 * Sign-in with OpenID providers, over Arctic's generic client; the endpoints are discovered below each issuer. Every failure is an
 * AppError: PROVIDER_SILENT when there was no answer, PROVIDER_FAILED when there was a bad one.
 */
export function createOAuthGateway(options: {
  world: OAuthWorld;
  publicUrl: string;
  clock: Clock;
  log: Log;
  limits?: OAuthLimits;
}) {
  const { world, publicUrl, clock, log, limits = OAUTH_LIMITS } = options;
  const discover = createDiscovery({ clock, timeoutMs: limits.getMs });

  function settingsOf(provider: OAuthProvider): OAuthSettings & { client: OAuth2Client } {
    const settings = world[provider];
    if (!settings) throw new AppError('NOT_FOUND');
    const redirectUri = `${publicUrl}/auth/callback/${provider}`;
    return { ...settings, client: new OAuth2Client(settings.clientId, settings.clientSecret, redirectUri) };
  }

  async function mapProviderErrors<T>(provider: OAuthProvider, step: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      log.warn({ event: 'sign-in service failed', provider, step, err: error }, 'sign-in service failed');
      throw new AppError(isSilence(error) ? 'PROVIDER_SILENT' : 'PROVIDER_FAILED');
    }
  }

  async function readIdToken(
    provider: OAuthProvider,
    token: string,
    { issuer, clientId }: OAuthSettings,
    { keys, nonce }: { keys: Parameters<typeof jwtVerify>[1]; nonce: string },
  ): Promise<ProviderPerson> {
    const { payload } = await jwtVerify(token, keys, {
      // The algorithms are listed, so that neither "none" nor a secret that is really a public key can pass.
      algorithms: ['RS256', 'ES256'],
      // Google's documentation allows an issuer without the scheme.
      issuer: issuer === GOOGLE ? [GOOGLE, 'accounts.google.com'] : issuer,
      audience: clientId,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: await clock.now(),
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    if (payload['nonce'] !== nonce) throw new Error('the nonce in the id token is not the one we sent');
    const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
    if ((payload['azp'] ?? (isForSeveral ? '' : clientId)) !== clientId)
      throw new Error(`the id token was issued to another client than ${clientId}`);
    const sub = payload.sub ?? '';
    if (sub === '' || sub.length > SUBJECT_MAX || /\p{Cc}/u.test(sub))
      throw new Error('the id token has no usable subject');
    const email = emailSchema.safeParse(payload['email']).data ?? '';
    const isEmailVerified = email !== '' && payload['email_verified'] === true;
    const subjects =
      provider === 'slack'
        ? { subject: slackSubject(payload), formerSubject: sub }
        : { subject: sub, formerSubject: null };
    return { ...subjects, email, isEmailVerified, name: lineOf(payload['name']) };
  }

  return {
    offered: OAUTH_PROVIDERS.filter((provider) => world[provider] !== null),

    /** Where to send the browser. PKCE is used when the provider announces it. */
    authorizationUrl: async (
      provider: OAuthProvider,
      { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
    ): Promise<string> => {
      const { issuer, client } = settingsOf(provider);
      const { authorizationEndpoint: at, hasPkce } = await mapProviderErrors(provider, 'discovery', () =>
        discover(issuer),
      );
      const url = hasPkce
        ? client.createAuthorizationURLWithPKCE(at, state, CodeChallengeMethod.S256, verifier, SCOPES)
        : client.createAuthorizationURL(at, state, SCOPES);
      url.searchParams.set('nonce', nonce);
      return url.href;
    },

    /** The person who came back with `code`. */
    identify: async (
      provider: OAuthProvider,
      { code, nonce, verifier }: { code: string; nonce: string; verifier: string },
    ): Promise<ProviderPerson> => {
      const { client, ...settings } = settingsOf(provider);
      const { tokenEndpoint, hasPkce, keys } = await mapProviderErrors(provider, 'discovery', () =>
        discover(settings.issuer),
      );
      const tokens = await mapProviderErrors(provider, 'token', () =>
        // Arctic's own requests have no timeout.
        inTime(() => client.validateAuthorizationCode(tokenEndpoint, code, hasPkce ? verifier : null), limits.tokenMs),
      );
      return mapProviderErrors(provider, 'id token', async () =>
        readIdToken(provider, tokens.idToken(), settings, { keys, nonce }),
      );
    },
  };
}
export type OAuthGateway = ReturnType<typeof createOAuthGateway>;
