import { setTimeout as wait } from 'node:timers/promises';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { trimEnd } from '#server/lib/text/trim.ts';

/** How long a provider's metadata is cached, in milliseconds. */
const CACHE_TTL_MS = 60 * 60_000;
const TRIES = 3;
const BETWEEN_TRIES_MS = 250;

// The browser is redirected to the first of these endpoints, so only http and https may be there.
const endpoint = z.url({ protocol: /^https?$/ });
const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  code_challenge_methods_supported: z.array(z.string()).optional(),
});

export type Provider = {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  hasPkce: boolean;
  /** The provider's keys, fetched when needed and cached for ten minutes. */
  keys: JWTVerifyGetKey;
};

/** Thrown when a server gave no usable answer; a later attempt may succeed. */
export class ProviderUnavailable extends Error {}

/** A GET that is retried while the server is unreachable or failing, within the time of `init.signal`. */
async function getWithRetries(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init).catch((error: unknown) => {
      if (init.signal.aborted || tries === TRIES) throw error;
      return null;
    });
    if (response && (response.status < 500 || tries === TRIES)) return response;
    await response?.body?.cancel();
    await wait(BETWEEN_TRIES_MS, undefined, { signal: init.signal });
  }
}

async function discover(issuer: string, timeoutMs: number): Promise<Provider> {
  const url = `${trimEnd(issuer, /\//)}/.well-known/openid-configuration`;
  const response = await getWithRetries(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) throw new ProviderUnavailable(`discovery answered ${response.status}`);
  const metadata = metadataSchema.parse(await response.json());
  // Without this check, one provider could impersonate another.
  if (metadata.issuer !== issuer)
    throw new Error(`the discovery document of ${issuer} names another issuer: ${metadata.issuer}`);
  return {
    authorizationEndpoint: metadata.authorization_endpoint,
    tokenEndpoint: metadata.token_endpoint,
    hasPkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
    keys: createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs, [customFetch]: getWithRetries }),
  };
}

/** Discovers a provider's endpoints below its issuer, once an hour. Failures are not cached. */
export function createDiscovery({ clock, timeoutMs }: { clock: Clock; timeoutMs: number }) {
  const known = new Map<string, { provider: Promise<Provider>; until: number }>();
  return async (issuer: string): Promise<Provider> => {
    const now = (await clock.now()).getTime();
    const kept = known.get(issuer);
    if (kept && kept.until > now) return kept.provider;
    const entry = { provider: discover(issuer, timeoutMs), until: now + CACHE_TTL_MS };
    known.set(issuer, entry);
    try {
      return await entry.provider;
    } catch (error) {
      if (known.get(issuer) === entry) known.delete(issuer);
      throw error;
    }
  };
}
