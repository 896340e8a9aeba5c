import { beforeEach, describe, expect, test } from 'vitest';
import type { FactorId } from '#db/types.gen.ts';
import { userToken } from '#server/lib/crypto/secrets.ts';
import { aGotrueClient } from '#tests/support/gotrue-client.ts';
import { comeBack, consent, provideOpenId, signInWith, type AtProvider } from '#tests/support/openid.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MAYA = { email: 'maya@fernandkiln.example', name: 'Maya Lindqvist' };
const LISTENER = 'http://127.0.0.1:8912/done?tab=2';
// The pair in RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
let app: TestApp;
const openId = provideOpenId(() => app.clock);
beforeEach(async () => {
  app = await createTestApp({ oauth: openId.oauth });
  // The library reads the machine's clock.
  app.clock.set(new Date().toISOString());
});

/** Opens the client's address in a browser. Returns where the browser ends up once the person has decided. */
async function goThrough(url: string, person: AtProvider = MAYA, browser: Browser = app.browser()): Promise<URL> {
  const start = await browser.request(url);
  expect(start.status).toBe(302);
  return new URL(await comeBack(browser, await consent(start.headers.get('location') ?? '', person)));
}

/** A client's request, with `change` in it. */
const query = (change: Record<string, string>) =>
  new URLSearchParams({
    provider: 'google',
    code_challenge: CHALLENGE,
    code_challenge_method: 's256',
    ...change,
  }).toString();

async function askedToSignIn(provider: 'google' | 'slack' = 'google', redirectTo = LISTENER) {
  const { client, events } = aGotrueClient(app, 'pkce');
  const { data } = await client.signInWithOAuth({ provider, options: { redirectTo, skipBrowserRedirect: true } });
  return { client, events, url: data.url ?? '' };
}
/** A client that has its code and hasn't exchanged it yet. */
async function withCode() {
  const { client, events, url } = await askedToSignIn();
  const back = await goThrough(url);
  return { client, events, code: back.searchParams.get('code') ?? '', back };
}

const codes = () => app.db.selectFrom('authorization_codes').selectAll().execute();
const profileWith = async (token: string | undefined) =>
  (await app.app.request('/trpc/profile.get', { headers: { authorization: `Bearer ${token}` } })).status;

describe('an unmodified client', () => {
  test.each(['google', 'slack'] as const)('signs in with %s and uses the product', async (provider) => {
    const { client, events, url } = await askedToSignIn(provider);
    const back = await goThrough(url);
    expect(back.origin + back.pathname).toBe('http://127.0.0.1:8912/done');
    expect([...back.searchParams.keys()]).toEqual(['tab', 'code']);
    const { data, error } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: MAYA.email, app_metadata: { provider } });
    expect(events).toContain('SIGNED_IN');
    expect(await profileWith(data.session?.access_token)).toBe(200);
    expect((await client.refreshSession()).error).toBeNull();
    const claims = await client.getClaims();
    expect(claims.data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
  });

  test('opens the account that the same person has in a browser, and leaves that browser as it is', async () => {
    const browser = app.browser();
    await signInWith(browser, 'google', MAYA);
    const before = await browser.api.auth.session.query();
    const cookies = browser.cookie();
    const { client, url } = await askedToSignIn();
    const back = await goThrough(url, MAYA, browser);
    const { data } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '');
    expect(data.user?.id).toBe(before?.user.id);
    expect((await browser.api.auth.session.query())?.user).toEqual(before?.user);
    expect(browser.cookie()).toBe(cookies);
  });

  test('still owes the second factor', async () => {
    const maya = await aPerson(app, { email: MAYA.email });
    const now = await app.clock.now();
    await app.db
      .insertInto('factors')
      .values({
        id: crypto.randomUUID() as FactorId, // reason: a new id gets its brand here
        user_id: maya.userId,
        factor_type: 'phone',
        phone: '+46701234567',
        friendly_name: 'Phone',
        status: 'verified',
        created_at: now,
        verified_at: now,
      })
      .execute();
    const { client, code } = await withCode();
    const { data } = await client.exchangeCodeForSession(code);
    expect(await profileWith(data.session?.access_token)).toBe(403);
    const level = await client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  });

  test.each([
    ['declines', { cancel: true }, 'access_denied', 'bad_oauth_callback'],
    [
      'has an unverified address',
      { email: 'maya+unverified@example.com' },
      'access_denied',
      'provider_email_needs_verification',
    ],
    ['meets a provider that fails', { email: 'maya+wrong-nonce@example.com' }, 'server_error', 'bad_oauth_callback'],
  ])('learns at its own address that the person %s', async (_, person, error, code) => {
    const { url } = await askedToSignIn();
    const back = await goThrough(url, person);
    expect(back.origin).toBe('http://127.0.0.1:8912');
    const reason = Object.fromEntries(back.searchParams);
    expect(reason).toMatchObject({ tab: '2', error, error_code: code, error_description: expect.stringMatching(/\w/) });
    expect(Object.fromEntries(new URLSearchParams(back.hash.slice(1)))).toMatchObject({ error, error_code: code });
    expect(await codes()).toEqual([]);
  });

  test('learns at its own address that the provider can’t be reached', async () => {
    const nowhere = { ...openId.oauth.google, issuer: 'http://127.0.0.1:9/google' };
    app = await createTestApp({ oauth: { google: nowhere } });
    const start = await app.browser().request((await askedToSignIn()).url);
    expect(start.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:8912\/done\?tab=2&error=server_error&/);
  });
});

describe('the code', () => {
  const asked = async () => {
    const back = await goThrough(`http://localhost:3000/auth/v1/authorize?${query({ redirect_to: LISTENER })}`);
    return back.searchParams.get('code') ?? '';
  };
  const bring = async (code: string) =>
    (
      await app.app.request('/auth/v1/token?grant_type=pkce', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ auth_code: code, code_verifier: VERIFIER }),
      })
    ).status;

  test('works once, however many requests bring it together', async () => {
    const code = await asked();
    const answers = await Promise.all(Array.from({ length: 8 }, () => bring(code)));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 404)).toHaveLength(7);
    expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  test('is unknown behind another person’s id, or without one, and isn’t used up by it', async () => {
    const [code, { userId }] = [await asked(), await aPerson(app)];
    for (const forged of [userToken(userId, code.slice(22)), code.slice(22), `${code}A`])
      expect(await bring(forged)).toBe(404);
    expect(await bring(code)).toBe(200);
  });

  test('is stored as a hash', async () => {
    const { code } = await withCode();
    const [row] = await codes();
    expect(row?.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(code.slice(22));
  });

  test('is worth nothing to anyone but the client that asked, and is then used up', async () => {
    const { client, code } = await withCode();
    const thief = await askedToSignIn();
    expect((await thief.client.exchangeCodeForSession(code)).error).toMatchObject({ code: 'bad_code_verifier' });
    expect((await client.exchangeCodeForSession(code)).error).toMatchObject({ code: 'flow_state_not_found' });
    expect(await app.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  test('is good for five minutes, and then removed', async () => {
    const { client, code } = await withCode();
    app.clock.advance(5 * 60_000);
    expect((await client.exchangeCodeForSession(code)).error).toMatchObject({ code: 'flow_state_not_found' });
    await purge(app);
    expect(await codes()).toEqual([]);
  });

  test('ends when its owner signs out everywhere', async () => {
    const { client, code } = await withCode();
    const { id } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await app.container.services.sessions.endAll(id);
    expect((await client.exchangeCodeForSession(code)).error).toMatchObject({ code: 'flow_state_not_found' });
  });
});

describe('a client', () => {
  const authorize = (change: Record<string, string>) => app.browser().request(`/auth/v1/authorize?${query(change)}`);

  test.each([
    'http://127.0.0.1:8912/done',
    'http://localhost:3999/',
    'http://[::1]:5000/x',
    'http://localhost:3000/auth',
  ])('is answered on this site or on the person’s own machine: %s', async (redirectTo) => {
    const { url } = await askedToSignIn('google', redirectTo);
    expect((await goThrough(url)).href).toContain(redirectTo);
  });

  test('that names no address is answered on this site', async () => {
    expect((await goThrough(`http://localhost:3000/auth/v1/authorize?${query({})}`)).origin).toBe(
      'http://localhost:3000',
    );
  });

  test.each([
    ['another site', 'https://evil.example/'],
    ['a site behind a name that looks like this machine', 'http://127.0.0.1@evil.example/'],
    ['a site whose name begins like this machine', 'http://127.0.0.1.evil.example/'],
    ['a site whose name begins like localhost', 'http://localhost.evil.example/'],
    ['a site behind our own name', 'http://localhost:3000@evil.example/'],
    ['a site without a scheme', '//evil.example/'],
    ['a site with backslashes', 'http:\\\\evil.example\\'],
    ['a script', 'javascript:alert(1)//127.0.0.1'],
    ['an app', 'tenfold://127.0.0.1/'],
    ['an address with a password', 'http://maya:secret@127.0.0.1/'],
    ['an address with a fragment', 'http://127.0.0.1/#there'],
    ['a path', '/auth'],
    ['an endless address', `http://127.0.0.1/${'x'.repeat(2_000)}`],
  ])('is never answered anywhere else: %s', async (_, redirectTo) => {
    const response = await authorize({ redirect_to: redirectTo });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
    expect(await app.db.selectFrom('oauth_attempts').select('state_hash').execute()).toEqual([]);
  });

  test.each([
    ['without a challenge', { code_challenge: '' }],
    ['with a plain one', { code_challenge_method: 'plain' }],
    ['for a provider that isn’t there', { provider: 'github' }],
  ])('is refused %s', async (_, change) => {
    const response = await authorize({ redirect_to: LISTENER, ...change });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
  });

  test('that asks for tokens in the address is told to use PKCE', async () => {
    const { client } = aGotrueClient(app, 'implicit');
    const { data } = await client.signInWithOAuth({ provider: 'google', options: { redirectTo: LISTENER } });
    const response = await app.browser().request(data.url ?? '');
    expect(await response.json()).toMatchObject({ msg: expect.stringContaining('flowType') });
  });

  test('gets no code for a sign-in that was started in another browser', async () => {
    const { url } = await askedToSignIn();
    const attacker = app.browser();
    const start = await attacker.request(url);
    const back = await consent(start.headers.get('location') ?? '', MAYA);
    expect(await comeBack(app.browser(), back)).toBe('/auth?problem=SIGN_IN_STALE');
    expect(await codes()).toEqual([]);
  });
});
