import { ArcticFetchError, CodeChallengeMethod, OAuth2Client, UnexpectedResponseError } from 'arctic';
import { errors, jwtVerify } from 'jose';
import { emailSchema } from '#contract/account/auth.ts';
import { OAUTH_PROVIDERS, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Log } from '#server/lib/log.ts';
import type { Clock } from './clock.ts';
import { createDiscovery, ServerTrouble } from './oauth-discovery.ts';

const SCOPES = ['openid', 'email', 'profile'];
/** How far a provider's clock may be from ours, in seconds. */
const CLOCK_TOLERANCE_S = 60;
const SUBJECT_MAX = 255;
const NAME_MAX = 100;
const GOOGLE = 'https://accounts.google.com';

export type OAuthSettings = { issuer: string; clientId: string; clientSecret: string };
/** A provider without settings is not offered. */
export type OAuthWorld = Record<OAuthProvider, OAuthSettings | null>;
/** Milliseconds: `getMs` with its repetitions for each GET, `tokenMs` for the exchange of a code. */
export type OAuthLimits = { getMs: number; tokenMs: number };
export const OAUTH_LIMITS: OAuthLimits = { getMs: 5_000, tokenMs: 10_000 };

/** Who somebody is at a provider. `email` is empty when the provider gave none. */
export type ProviderPerson = { subject: string; email: string; isEmailVerified: boolean; name: string };

function isSilence(error: unknown): boolean {
  if (error instanceof ArcticFetchError || error instanceof ServerTrouble || error instanceof errors.JWKSTimeout)
    return true;
  if (error instanceof UnexpectedResponseError) return error.status >= 500;
  // What the built-in fetch throws: nobody there, gone in the middle, or too late.
  if (error instanceof TypeError) return /^(?:fetch failed|terminated)$/.test(error.message);
  return error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name);
}

/** Arctic's requests have no time limit of their own. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServerTrouble('no answer in time')), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** A claim as one short line; a character that was cut in two goes. */
function lineOf(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  return claim
    .slice(0, NAME_MAX)
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim();
}

/**
 * Sign-in with OpenID providers, over Arctic's generic client; the endpoints are found below each issuer. Whatever goes
 * wrong is an AppError: PROVIDER_SILENT when there was no answer, PROVIDER_FAILED when there was a bad one.
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

  async function told<T>(provider: OAuthProvider, step: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      log.warn({ event: 'sign-in service failed', provider, step, err: error }, 'sign-in service failed');
      throw new AppError(isSilence(error) ? 'PROVIDER_SILENT' : 'PROVIDER_FAILED');
    }
  }

  async function readIdToken(
    token: string,
    { issuer, clientId }: OAuthSettings,
    { keys, nonce }: { keys: Parameters<typeof jwtVerify>[1]; nonce: string },
  ): Promise<ProviderPerson> {
    const { payload } = await jwtVerify(token, keys, {
      // Named, so that neither "none" nor a secret that is really a public key can pass.
      algorithms: ['RS256', 'ES256'],
      // Google's tokens may leave the scheme out.
      issuer: issuer === GOOGLE ? [GOOGLE, 'accounts.google.com'] : issuer,
      audience: clientId,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: await clock.now(),
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    if (payload['nonce'] !== nonce) throw new Error('the nonce is another');
    const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
    if ((payload['azp'] ?? (isForSeveral ? '' : clientId)) !== clientId) throw new Error('issued to another client');
    const subject = payload.sub ?? '';
    if (subject === '' || subject.length > SUBJECT_MAX || /\p{Cc}/u.test(subject)) throw new Error('no usable subject');
    const email = emailSchema.safeParse(payload['email']).data ?? '';
    const isEmailVerified = email !== '' && payload['email_verified'] === true;
    return { subject, email, isEmailVerified, name: lineOf(payload['name']) };
  }

  return {
    offered: OAUTH_PROVIDERS.filter((provider) => world[provider] !== null),

    /** Where to send the browser. PKCE is used where the provider announces it. */
    authorizationUrl: async (
      provider: OAuthProvider,
      { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
    ): Promise<string> => {
      const { issuer, client } = settingsOf(provider);
      const { authorizationEndpoint: at, hasPkce } = await told(provider, 'discovery', () => discover(issuer));
      const url = hasPkce
        ? client.createAuthorizationURLWithPKCE(at, state, CodeChallengeMethod.S256, verifier, SCOPES)
        : client.createAuthorizationURL(at, state, SCOPES);
      url.searchParams.set('nonce', nonce);
      return url.href;
    },

    /** Who came back with `code`. */
    identify: async (
      provider: OAuthProvider,
      { code, nonce, verifier }: { code: string; nonce: string; verifier: string },
    ): Promise<ProviderPerson> => {
      const { client, ...settings } = settingsOf(provider);
      const { tokenEndpoint, hasPkce, keys } = await told(provider, 'discovery', () => discover(settings.issuer));
      const tokens = await told(provider, 'token', () =>
        within(limits.tokenMs, client.validateAuthorizationCode(tokenEndpoint, code, hasPkce ? verifier : null)),
      );
      return told(provider, 'id token', async () => readIdToken(tokens.idToken(), settings, { keys, nonce }));
    },
  };
}
export type OAuthGateway = ReturnType<typeof createOAuthGateway>;
