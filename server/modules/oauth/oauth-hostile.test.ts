import { beforeEach, describe, expect, test } from 'vitest';
import { comeBack, consent, provideOpenId, signInWith } from '#tests/support/openid.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MAYA = { email: 'maya@fernandkiln.example', name: 'Maya Lindqvist' };
const STALE = '/auth?problem=SIGN_IN_STALE';
const CALLBACK = 'http://localhost:3000/auth/callback/google';
let app: TestApp;
const openId = provideOpenId(() => app.clock);
beforeEach(async () => {
  app = await createTestApp({ oauth: openId.oauth });
});

/** A browser that has been at the provider, and the address it is redirected to. */
async function onTheWayBack(browser = app.browser(), person = MAYA): Promise<{ browser: Browser; back: string }> {
  const { url } = await browser.api.auth.oauth.start.mutate({ provider: 'google' });
  return { browser, back: await consent(url, person) };
}
function changed(back: string, parameters: Record<string, string>): string {
  const url = new URL(back);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
async function expectNobody(browser: Browser) {
  expect(await browser.api.auth.session.query()).toBeNull();
  expect(await app.db.selectFrom('users').select('id').execute()).toEqual([]);
  expect(await app.db.selectFrom('identities').select('subject').execute()).toEqual([]);
}
const appCode = (error: { data?: { appCode?: string } }) => error.data?.appCode;

describe('a callback signs no one in', () => {
  test.each([
    ['none at all', ''],
    ['none', '?code=stolen'],
    ['an empty one', '?state=&code=stolen'],
    ['none, and an error', '?error=access_denied'],
    ['an endless one', `?state=${'x'.repeat(5_000)}&code=1`],
    ['one of another make', '?state=%00%FF&code=1'],
  ])('without a valid state: %s', async (_, query) => {
    const browser = app.browser();
    await onTheWayBack(browser);
    expect(await comeBack(browser, CALLBACK + query)).toBe(STALE);
    await expectNobody(browser);
  });

  test('in another browser, with or without a cookie of its own', async () => {
    const attacker = await onTheWayBack();
    const victim = app.browser();
    expect(await comeBack(victim, attacker.back)).toBe(STALE);
    const busy = (await onTheWayBack()).browser;
    expect(await comeBack(busy, attacker.back)).toBe(STALE);
    await expectNobody(victim);
    expect(await comeBack(attacker.browser, attacker.back), 'nobody else could use it up').toBe('/dashboard');
  });

  test('with the state of another attempt of the same browser and its own code', async () => {
    const { browser, back } = await onTheWayBack();
    const other = await onTheWayBack(browser);
    const state = new URL(other.back).searchParams.get('state') ?? '';
    expect(await comeBack(browser, changed(back, { state }))).toBe('/auth?problem=PROVIDER_FAILED');
    await expectNobody(browser);
  });

  test('with a state that was started at another provider', async () => {
    const { browser, back } = await onTheWayBack();
    expect(await comeBack(browser, back.replace('/callback/google', '/callback/slack'))).toBe(STALE);
    await expectNobody(browser);
  });

  test('a second time, in sequence or in parallel', async () => {
    const { browser, back } = await onTheWayBack();
    const answers = await Promise.all(Array.from({ length: 8 }, () => comeBack(browser, back)));
    expect(answers.filter((path) => path === '/dashboard')).toHaveLength(1);
    expect(answers.filter((path) => path === STALE)).toHaveLength(7);
    expect(await comeBack(browser, back)).toBe(STALE);
    expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  test('with a used code and a fresh state', async () => {
    const first = await onTheWayBack();
    const second = await onTheWayBack();
    await comeBack(first.browser, first.back);
    const code = new URL(first.back).searchParams.get('code') ?? '';
    expect(await comeBack(second.browser, changed(second.back, { code }))).toBe('/auth?problem=PROVIDER_FAILED');
    expect(await second.browser.api.auth.session.query()).toBeNull();
  });

  test('with a code that is made up, endless or missing', async () => {
    for (const code of ['made-up', 'x'.repeat(3_000), '']) {
      const { browser, back } = await onTheWayBack();
      expect(await comeBack(browser, changed(back, { code }))).toBe('/auth?problem=PROVIDER_FAILED');
      await expectNobody(browser);
    }
  });

  test('after ten minutes', async () => {
    const { browser, back } = await onTheWayBack();
    app.clock.advance(10 * 60_000);
    expect(await comeBack(browser, back)).toBe(STALE);
    await expectNobody(browser);
  });

  test.each([
    ['wrong-aud', 'PROVIDER_FAILED'],
    ['wrong-azp', 'PROVIDER_FAILED'],
    ['wrong-iss', 'PROVIDER_FAILED'],
    ['wrong-nonce', 'PROVIDER_FAILED'],
    ['expired', 'PROVIDER_FAILED'],
    ['alg-none', 'PROVIDER_FAILED'],
    ['alg-hs256', 'PROVIDER_FAILED'],
    ['foreign-key', 'PROVIDER_FAILED'],
    ['no-id-token', 'PROVIDER_FAILED'],
    ['token-garbage', 'PROVIDER_FAILED'],
    ['server-error', 'PROVIDER_FAILED'],
    ['token-500', 'PROVIDER_SILENT'],
  ])('when the provider’s answer is %s', async (fault, problem) => {
    for (const provider of ['google', 'slack'] as const) {
      const browser = app.browser();
      const path = await signInWith(browser, provider, { email: `maya+${fault}@fernandkiln.example` });
      expect(path).toBe(`/auth?problem=${problem}`);
      await expectNobody(browser);
    }
  });

  test('when Slack doesn’t say which workspace the person is in', async () => {
    const browser = app.browser();
    const email = 'maya+no-team@fernandkiln.example';
    expect(await signInWith(browser, 'slack', { email })).toBe('/auth?problem=PROVIDER_FAILED');
    await expectNobody(browser);
  });

  test('when the provider hangs, and the wait is limited', async () => {
    app = await createTestApp({ oauth: openId.oauth, oauthLimits: { getMs: 20_000, tokenMs: 100 } });
    const browser = app.browser();
    const email = 'maya+hang@fernandkiln.example';
    expect(await signInWith(browser, 'google', { email })).toBe('/auth?problem=PROVIDER_SILENT');
    await expectNobody(browser);
  });

  test('when the person declines', async () => {
    const browser = app.browser();
    expect(await signInWith(browser, 'google', { cancel: true })).toBe('/auth?problem=PROVIDER_CANCELLED');
    await expectNobody(browser);
  });
});

test('several parallel attempts in one browser all succeed', async () => {
  const browser = app.browser();
  const first = await onTheWayBack(browser);
  const second = await onTheWayBack(browser);
  expect(await comeBack(browser, first.back)).toBe('/dashboard');
  expect(await comeBack(browser, second.back)).toBe('/dashboard');
});

test('a provider that cannot be reached is reported at its button', async () => {
  const nowhere = { ...openId.oauth.google, issuer: 'http://127.0.0.1:9/google' };
  app = await createTestApp({ oauth: { google: nowhere } });
  const start = app.browser().api.auth.oauth.start.mutate({ provider: 'google' });
  expect(await start.then(() => 'accepted', appCode)).toBe('PROVIDER_SILENT');
});

test('a provider that isn’t offered here can’t be used', async () => {
  app = await createTestApp();
  expect(app.container.services.oauth.offered).toEqual([]);
  const start = app.browser().api.auth.oauth.start.mutate({ provider: 'slack' });
  expect(await start.then(() => 'accepted', appCode)).toBe('NOT_FOUND');
  expect(await comeBack(app.browser(), CALLBACK)).toBe(STALE);
});

test('an unknown provider is a 404', async () => {
  expect((await app.app.request('/auth/callback/evil?code=1&state=2')).status).toBe(404);
});

test('a forged host has no effect on the redirect address', async () => {
  const response = await app.app.request('/trpc/auth.oauth.start', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    },
    body: JSON.stringify({ provider: 'google' }),
  });
  const text = await response.text();
  expect(text).toContain(encodeURIComponent(CALLBACK));
  expect(text).not.toContain('evil');
});

test('one address may start a limited number of attempts, batched or not', async () => {
  const packed = app.browser({ batch: true });
  const begin = () => packed.api.auth.oauth.start.mutate({ provider: 'google' }).then(() => 'accepted', appCode);
  const answers = [];
  for (let round = 0; round < 7; round += 1) answers.push(...(await Promise.all(Array.from({ length: 10 }, begin))));
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(60);
  expect(answers.filter((answer) => answer === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
});

describe('what is stored during an attempt', () => {
  test('is hashed: neither the state, nor the cookie, nor what was derived from them', async () => {
    const browser = app.browser();
    const { url } = await browser.api.auth.oauth.start.mutate({ provider: 'google' });
    const [row] = await app.db.selectFrom('oauth_attempts').selectAll().execute();
    const { state = '', nonce = '' } = Object.fromEntries(new URL(url).searchParams);
    const cookie = /oauth=([\w-]{43})/.exec(browser.cookie())?.[1] ?? '';
    expect([state, nonce, cookie].map((secret) => secret.length)).toEqual([43, 64, 43]);
    for (const secret of [state, nonce, cookie]) expect(JSON.stringify(row)).not.toContain(secret);
  });

  test('expires', async () => {
    await onTheWayBack();
    app.clock.advance(10 * 60_000);
    await purge(app);
    expect(await app.db.selectFrom('oauth_attempts').select('state_hash').execute()).toEqual([]);
  });

  test.each([
    ['http://localhost:3000', /^oauth=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/],
    ['https://tenfold.example', /^__Host-oauth=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/],
  ])('is bound to the browser by a cookie of %s alone', async (publicUrl, shape) => {
    app = await createTestApp({ oauth: openId.oauth, environment: { PUBLIC_URL: publicUrl } });
    const client = { address: '203.0.113.7', userAgent: 'vitest' };
    const { oauth } = app.container.services;
    const { cookie } = await oauth.start({ provider: 'google' }, { client, browser: undefined });
    expect(cookie).toMatch(shape);
    const planted = await oauth.start({ provider: 'google' }, { client, browser: 'x; Domain=evil.example' });
    expect(planted.cookie).toMatch(shape);
  });
});

test('signing in again in the same browser leaves other attempts intact', async () => {
  const maya = await aPerson(app, { email: MAYA.email });
  await signInWith(app.browser(), 'google', MAYA);
  expect(await maya.api.auth.session.query()).not.toBeNull();
});
