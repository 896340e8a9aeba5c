import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { manualClock } from '#tests/support/manual-clock.ts';
import { urlOf } from '#tests/support/model/model-provider.ts';
import { createOAuthGateway, OAUTH_LIMITS, type OAuthLimits } from './oauth.ts';

const GOOGLE = 'https://accounts.google.com';
const ASKED = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
const CAME = { code: 'c', nonce: 'n', verifier: 'v'.repeat(43) };
const RSA = await generateKeyPair('RS256');
const ELLIPTIC = await generateKeyPair('ES256');
const clock = manualClock();
const closers: (() => void)[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0)) close();
});

type ProviderOptions = {
  metadata?: Record<string, unknown>;
  claims?: JWTPayload;
  alg?: 'RS256' | 'ES256';
  /** How many requests for metadata and for keys get a 503 before one succeeds. */
  troubles?: number;
  silentKeys?: boolean;
  limits?: Partial<OAuthLimits>;
  issuer?: string;
};

/** A minimal provider on a real socket, and the gateway that calls it. */
async function aProvider(options: ProviderOptions = {}) {
  const asked: string[] = [];
  const bodies: string[] = [];
  let troubles = options.troubles ?? 0;
  const app = new Hono();
  app.use(async (c, next) => {
    asked.push(c.req.path);
    if (c.req.method === 'GET' && troubles > 0) {
      troubles -= 1;
      return c.text('busy', 503);
    }
    return next();
  });
  const { promise: never } = Promise.withResolvers<never>();
  app.get('/jwks', async (c) => {
    if (options.silentKeys) await never;
    const keys = [
      { ...(await exportJWK(RSA.publicKey)), kid: 'RS256', alg: 'RS256' },
      { ...(await exportJWK(ELLIPTIC.publicKey)), kid: 'ES256', alg: 'ES256' },
    ];
    return c.json({ keys });
  });
  const server = createServer((incoming, outgoing) => void getRequestListener(app.fetch)(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = urlOf(server);
  const issuer = options.issuer ?? url;
  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${url}/authorize?from=metadata`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      ...options.metadata,
    }),
  );
  app.post('/token', async (c) => {
    bodies.push(await c.req.text());
    const now = Math.floor((await clock.now()).getTime() / 1_000);
    const { alg = 'RS256' } = options;
    const usual = { iss: issuer, aud: 'us', sub: '1', nonce: 'n', iat: now, exp: now + 300 };
    const idToken = await new SignJWT({ ...usual, ...options.claims })
      .setProtectedHeader({ alg, kid: alg })
      .sign(alg === 'RS256' ? RSA.privateKey : ELLIPTIC.privateKey);
    return c.json({ access_token: 'a', token_type: 'Bearer', id_token: idToken });
  });
  const gateway = createOAuthGateway({
    world: { google: { issuer, clientId: 'us', clientSecret: 'secret' }, slack: null },
    publicUrl: 'https://tenfold.example',
    clock,
    log: createLog('silent'),
    limits: { ...OAUTH_LIMITS, ...options.limits },
  });
  return { url, gateway, asked, bodies };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: { code?: string }) => error.code,
  );

describe('a provider’s endpoints', () => {
  test('are discovered from its issuer, once an hour', async () => {
    const { url, gateway, asked } = await aProvider();
    const first = await gateway.authorizationUrl('google', ASKED);
    expect(first.startsWith(`${url}/authorize?from=metadata&response_type=code&client_id=us&`)).toBe(true);
    expect(new URL(first).searchParams.get('redirect_uri')).toBe('https://tenfold.example/auth/callback/google');
    await Promise.all([gateway.authorizationUrl('google', ASKED), gateway.authorizationUrl('google', ASKED)]);
    expect(asked).toHaveLength(1);
    clock.advance(60 * 60_000);
    await gateway.authorizationUrl('google', ASKED);
    expect(asked).toHaveLength(2);
  });

  test('are requested again while the provider is failing, up to a limit', async () => {
    const soon = await aProvider({ troubles: 2 });
    expect(await codeOf(soon.gateway.authorizationUrl('google', ASKED))).toBe('answered');
    expect(soon.asked).toHaveLength(3);
    const never = await aProvider({ troubles: 100 });
    expect(await codeOf(never.gateway.authorizationUrl('google', ASKED))).toBe('PROVIDER_SILENT');
    expect(never.asked).toHaveLength(3);
    await codeOf(never.gateway.authorizationUrl('google', ASKED));
    expect(never.asked, 'a failure is not remembered').toHaveLength(6);
  });

  test('are waited for up to a limit, pauses between tries included', async () => {
    const { gateway } = await aProvider({ troubles: 100, limits: { getMs: 50 } });
    expect(await codeOf(gateway.authorizationUrl('google', ASKED))).toBe('PROVIDER_SILENT');
  });

  test.each([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['that would run in the page', { authorization_endpoint: 'javascript:alert(1)' }],
    ['that are no addresses', { jwks_uri: 7 }],
  ])('%s are rejected', async (_, metadata) => {
    const { gateway } = await aProvider({ metadata });
    expect(await codeOf(gateway.authorizationUrl('google', ASKED))).toBe('PROVIDER_FAILED');
  });
});

describe('the proof key', () => {
  test('is sent if the provider announces support: its hash first, itself with the code', async () => {
    const { gateway, bodies } = await aProvider({ metadata: { code_challenge_methods_supported: ['plain', 'S256'] } });
    const { searchParams } = new URL(await gateway.authorizationUrl('google', ASKED));
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('code_challenge')).not.toBe(ASKED.verifier);
    await gateway.identify('google', CAME);
    expect(bodies[0]).toContain(`code_verifier=${ASKED.verifier}`);
  });

  test('is not sent to other providers', async () => {
    const { gateway, bodies } = await aProvider({ metadata: { code_challenge_methods_supported: ['plain'] } });
    expect(await gateway.authorizationUrl('google', ASKED)).not.toContain('challenge');
    await gateway.identify('google', CAME);
    expect(bodies[0]).not.toContain('verifier');
  });
});

describe('an id token', () => {
  const identify = async (options: ProviderOptions) => (await aProvider(options)).gateway.identify('google', CAME);

  test('identifies the person', async () => {
    const claims = { email: ' Maya@Example.com ', email_verified: true, name: '  Maya\u0000\nLindqvist ' };
    expect(await identify({ claims })).toEqual({
      subject: '1',
      formerSubject: null,
      email: 'Maya@example.com',
      isEmailVerified: true,
      name: 'Maya Lindqvist',
    });
  });

  test.each([
    ['no claims', {}],
    ['an invalid address', { email: 'nobody', email_verified: true }],
    ['a string in place of true', { email: 'maya@example.com', email_verified: 'true' }],
  ])('with %s does not verify an email address', async (_, claims) => {
    expect(await identify({ claims })).toMatchObject({ isEmailVerified: false });
  });

  test('with an address that a mail server would alter counts as one without', async () => {
    const claims = { email: 't@ｇmail.com', email_verified: true };
    expect(await identify({ claims })).toMatchObject({ email: '', isEmailVerified: false });
  });

  test('may be signed by an elliptic key', async () => {
    expect(await identify({ alg: 'ES256' })).toMatchObject({ subject: '1' });
  });

  test.each([
    ['for several without saying which of them asked', { aud: ['us', 'them'] }],
    ['asked for by another', { aud: ['us', 'them'], azp: 'them' }],
    ['without a subject', { sub: '' }],
    ['with an endless subject', { sub: 'x'.repeat(256) }],
    ['without a nonce', { nonce: undefined }],
    ['without an end', { exp: undefined }],
    ['without a beginning', { iat: undefined }],
    ['that holds only from tomorrow', { nbf: 4_000_000_000 }],
  ])('%s is refused', async (_, claims) => {
    expect(await codeOf(identify({ claims }))).toBe('PROVIDER_FAILED');
  });

  test('with several audiences, authorized for us, is accepted', async () => {
    expect(await identify({ claims: { aud: ['us', 'them'], azp: 'us' } })).toMatchObject({ subject: '1' });
  });

  test('from a provider whose clock is slightly off is accepted', async () => {
    const now = Math.floor((await clock.now()).getTime() / 1_000);
    expect(await identify({ claims: { iat: now + 50, nbf: now + 50 } })).toMatchObject({ subject: '1' });
    expect(await identify({ claims: { exp: now - 50 } })).toMatchObject({ subject: '1' });
    expect(await codeOf(identify({ claims: { exp: now - 70 } }))).toBe('PROVIDER_FAILED');
  });

  test('waits for the provider’s keys, up to a limit', async () => {
    expect(await codeOf(identify({ silentKeys: true, limits: { getMs: 300 } }))).toBe('PROVIDER_SILENT');
  });

  test.each([
    ['accounts.google.com', 'answered'],
    [GOOGLE, 'answered'],
    ['https://accounts.google.com.evil.example', 'PROVIDER_FAILED'],
  ])('from Google may omit the scheme of its issuer: %s', async (iss, outcome) => {
    const { url, gateway } = await aProvider({ issuer: GOOGLE, claims: { iss } });
    const real = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      real(typeof input === 'string' ? input.replace(GOOGLE, url) : input, init),
    );
    expect(await codeOf(gateway.identify('google', CAME))).toBe(outcome);
  });
});
