import { beforeEach, describe, expect, test } from 'vitest';
import { comeBack, consent, linkWith, provideOpenId, signInWith } from '#tests/support/openid.ts';
import { aPerson, reauthenticateAll } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MAYA = { email: 'maya@fernandkiln.example', name: 'Maya Lindqvist' };
const AT_GOOGLE = { email: 'maya.private@example.com' };
const client = { address: '203.0.113.7', userAgent: 'vitest' };
let app: TestApp;
const openId = provideOpenId(() => app.clock);
beforeEach(async () => {
  app = await createTestApp({ oauth: openId.oauth });
});

/** Every notice in progress has been sent. */
async function noticesTo(): Promise<string[]> {
  await app.container.jobs.idle();
  return app.emails.map((mail) => mail.to);
}
const providersOf = async (browser: Browser) =>
  (await browser.api.auth.oauth.identities.query()).map(({ provider, email }) => `${provider} ${email}`);
const mayaWithPassword = async () => {
  const maya = await aPerson(app, { email: MAYA.email });
  await app.db.updateTable('users').set({ password_hash: 'one' }).where('id', '=', maya.userId).execute();
  return maya;
};

describe('linking an account of a sign-in service', () => {
  test('adds a sign-in method, whatever its address, verified or not', async () => {
    const maya = await aPerson(app, { email: MAYA.email });
    const email = 'maya+unverified@example.com';
    expect(await linkWith(maya, 'google', { email })).toBe('/dashboard/settings?linked=google');
    expect(await providersOf(maya)).toEqual([`google ${email}`]);
    const browser = app.browser();
    await signInWith(browser, 'google', { email });
    expect((await browser.api.auth.session.query())?.user.id).toBe(maya.userId);
  });

  test('notifies the owner, ends every other session and renews this one', async () => {
    const maya = await aPerson(app, { email: MAYA.email });
    const old = maya.cookie();
    const session = await app.container.services.sessions.start(maya.userId, { client, methods: ['password'] });
    const other = app.browser({ cookie: session.split(';')[0] ?? '' });
    await linkWith(maya, 'google', AT_GOOGLE);
    expect(await maya.api.auth.session.query()).not.toBeNull();
    expect(await other.api.auth.session.query()).toBeNull();
    expect(await app.browser({ cookie: old }).api.auth.session.query(), 'the old cookie opens nothing').toBeNull();
    expect(await noticesTo()).toEqual([MAYA.email]);
    const events = await app.db.selectFrom('security_events').select(['kind', 'detail']).execute();
    expect(events).toEqual([{ kind: 'identity_linked', detail: 'Google' }]);
  });

  test('twice has no further effect', async () => {
    const maya = await aPerson(app, { email: MAYA.email });
    await linkWith(maya, 'google', AT_GOOGLE);
    expect(await linkWith(maya, 'google', AT_GOOGLE)).toBe('/dashboard/settings?linked=google');
    expect(await noticesTo()).toHaveLength(1);
  });

  test('that opens another account here is refused', async () => {
    await signInWith(app.browser(), 'google', AT_GOOGLE);
    const maya = await aPerson(app, { email: MAYA.email });
    expect(await linkWith(maya, 'google', AT_GOOGLE)).toBe('/dashboard/settings?problem=IDENTITY_TAKEN');
    expect(await providersOf(maya)).toEqual([]);
  });

  test('when one of the same service is linked already is refused', async () => {
    const maya = await aPerson(app, { email: MAYA.email });
    await linkWith(maya, 'google', AT_GOOGLE);
    const path = await linkWith(maya, 'google', { email: 'another@example.com' });
    expect(path).toBe('/dashboard/settings?problem=IDENTITY_DIFFERS');
    expect(await providersOf(maya)).toEqual([`google ${AT_GOOGLE.email}`]);
  });

  test.each([
    [{ cancel: true }, 'PROVIDER_CANCELLED'],
    [{ email: 'maya+wrong-nonce@example.com' }, 'PROVIDER_FAILED'],
  ])('that failed, %j, is reported where it started', async (person, problem) => {
    const maya = await aPerson(app);
    expect(await linkWith(maya, 'slack', person)).toBe(`/dashboard/settings?problem=${problem}`);
    expect(await providersOf(maya)).toEqual([]);
  });

  test('needs the person who started it to be signed in still', async () => {
    const maya = await aPerson(app);
    const begin = async () => {
      const { url } = await maya.api.auth.oauth.link.mutate({ provider: 'google' });
      return consent(url, AT_GOOGLE);
    };
    const [first, second] = [await begin(), await begin()];
    const anna = await aPerson(app);
    const oauth =
      maya
        .cookie()
        .split('; ')
        .find((pair) => pair.startsWith('oauth=')) ?? '';
    const annasBrowser = app.browser({ cookie: `${anna.cookie()}; ${oauth}` });
    const stale = '/dashboard/settings?problem=SIGN_IN_STALE';
    expect(await comeBack(annasBrowser, first), 'someone else is signed in by now').toBe(stale);
    await maya.api.auth.signOut.mutate();
    expect(await comeBack(maya, second), 'nobody is').toBe(stale);
    expect(await app.db.selectFrom('identities').select('user_id').execute()).toEqual([]);
  });

  test('and unlinking need a recent authentication', async () => {
    const maya = await aPerson(app);
    app.clock.advance(10 * 60_000 + 1);
    expect(await refusal(maya.api.auth.oauth.link.mutate({ provider: 'google' }))).toBe('REAUTHENTICATION_NEEDED');
    expect(await refusal(maya.api.auth.oauth.unlink.mutate({ provider: 'google' }))).toBe('REAUTHENTICATION_NEEDED');
  });
});

describe('unlinking', () => {
  test('removes the sign-in method, notifies the owner and ends every other session', async () => {
    const maya = await mayaWithPassword();
    await linkWith(maya, 'google', AT_GOOGLE);
    const other = app.browser();
    await signInWith(other, 'google', AT_GOOGLE);
    await noticesTo();
    app.emails.length = 0;
    await maya.api.auth.oauth.unlink.mutate({ provider: 'google' });
    expect(await providersOf(maya)).toEqual([]);
    expect(await other.api.auth.session.query()).toBeNull();
    expect(await noticesTo()).toEqual([MAYA.email]);
    const kinds = await app.db.selectFrom('security_events').select('kind').execute();
    expect(kinds.map(({ kind }) => kind)).toContain('identity_unlinked');
    const stranger = app.browser();
    await signInWith(stranger, 'google', AT_GOOGLE);
    expect((await stranger.api.auth.session.query())?.user.id).not.toBe(maya.userId);
  });

  test('the only sign-in method is refused', async () => {
    const browser = app.browser();
    await signInWith(browser, 'google', MAYA);
    expect(await refusal(browser.api.auth.oauth.unlink.mutate({ provider: 'google' }))).toBe('LAST_WAY_IN');
    expect(await providersOf(browser)).toEqual([`google ${MAYA.email}`]);
  });

  test('what is not linked is not found', async () => {
    const maya = await mayaWithPassword();
    expect(await refusal(maya.api.auth.oauth.unlink.mutate({ provider: 'slack' }))).toBe('NOT_FOUND');
  });

  test('is allowed if there is a passkey', async () => {
    const browser = app.browser();
    await signInWith(browser, 'google', MAYA);
    const [{ id } = { id: null }] = await app.db.selectFrom('users').select('id').execute();
    const key = { public_key: 'x', counter: 0, friendly_name: 'Laptop', is_backed_up: false };
    const created_at = await app.clock.now();
    if (id)
      await app.db
        .insertInto('passkeys')
        .values({ credential_id: 'a', user_id: id, created_at, ...key })
        .execute();
    await browser.api.auth.oauth.unlink.mutate({ provider: 'google' });
    expect(await providersOf(browser)).toEqual([]);
  });

  test('two simultaneously leaves one of them', async () => {
    const browser = app.browser();
    await signInWith(browser, 'google', MAYA);
    await reauthenticateAll(app);
    await linkWith(browser, 'slack', MAYA);
    const { sessions, oauth } = app.container.services;
    const session = await sessions.validate(/(?:^|; )session=([^;]+)/.exec(browser.cookie())?.[1] ?? '', client);
    if (!session) throw new Error('someone is signed in');
    const twins = await Promise.all(
      (['google', 'slack'] as const).map((provider) =>
        oauth.unlink(session, provider, client).then(
          () => 'unlinked',
          (error: { code?: string }) => error.code,
        ),
      ),
    );
    expect(twins.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
      'LAST_WAY_IN',
      'unlinked',
    ]);
    expect(await app.db.selectFrom('identities').select('provider').execute()).toHaveLength(1);
  });
});
