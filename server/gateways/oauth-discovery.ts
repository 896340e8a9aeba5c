import { setTimeout as wait } from 'node:timers/promises';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from './clock.ts';

/** How long what a provider says of itself is believed, in milliseconds. */
const BELIEVED_MS = 60 * 60_000;
const TRIES = 3;
const BETWEEN_TRIES_MS = 250;

// The browser is sent to the first of them: no other scheme may be there.
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
  /** The provider's keys, fetched when needed and kept for ten minutes. */
  keys: JWTVerifyGetKey;
};

/** Thrown when a server gave no usable answer; another try later may get one. */
export class ServerTrouble extends Error {}

/** A GET that is tried again while the server is unreachable or in trouble, within the time of `init.signal`. */
async function getPatiently(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
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
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const response = await getPatiently(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) throw new ServerTrouble(`discovery answered ${response.status}`);
  const metadata = metadataSchema.parse(await response.json());
  // Otherwise one provider could speak for another.
  if (metadata.issuer !== issuer) throw new Error('discovery names another issuer');
  return {
    authorizationEndpoint: metadata.authorization_endpoint,
    tokenEndpoint: metadata.token_endpoint,
    hasPkce: metadata.code_challenge_methods_supported?.includes('S256') ?? false,
    keys: createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs, [customFetch]: getPatiently }),
  };
}

/** Finds a provider's endpoints below its issuer, once an hour. What failed is not remembered. */
export function createDiscovery({ clock, timeoutMs }: { clock: Clock; timeoutMs: number }) {
  const known = new Map<string, { provider: Promise<Provider>; until: number }>();
  return async (issuer: string): Promise<Provider> => {
    const now = (await clock.now()).getTime();
    const kept = known.get(issuer);
    if (kept && kept.until > now) return kept.provider;
    const entry = { provider: discover(issuer, timeoutMs), until: now + BELIEVED_MS };
    known.set(issuer, entry);
    try {
      return await entry.provider;
    } catch (error) {
      if (known.get(issuer) === entry) known.delete(issuer);
      throw error;
    }
  };
}
