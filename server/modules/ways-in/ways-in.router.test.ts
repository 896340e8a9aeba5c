import { beforeEach, describe, expect, test } from 'vitest';
import { addTotp, withPasswordOnly } from '#tests/support/factors.ts';
import { aGotrueClient } from '#tests/support/gotrue-client.ts';
import { purge } from '#tests/support/jobs.ts';
import { linkWith, provideOpenId, signInWith } from '#tests/support/openid.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { softwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PASSWORD = 'forty warm bowls';
let app: TestApp;
const openId = provideOpenId(() => app.clock);
beforeEach(async () => {
  app = await createTestApp({ oauth: openId.oauth });
});

async function anOwner() {
  const owner = await aPerson(app, { password: PASSWORD });
  app.clock.advance(MINUTE_MS);
  return owner;
}

async function addPasskey({ api }: Browser) {
  const key = softwareAuthenticator();
  const response = key.create(await api.auth.passkeys.addOptions.mutate());
  await api.auth.passkeys.add.mutate({ friendlyName: 'Laptop', response });
  const signIn = async () => {
    const browser = app.browser();
    const answer = key.get(await browser.api.auth.passkeys.signInOptions.mutate());
    const result = await refusal(browser.api.auth.passkeys.signIn.mutate({ response: answer }));
    return { browser, result };
  };
  return { signIn };
}

const listOf = async ({ api }: Browser) => api.account.waysIn.list.query();
const disabledOf = async (browser: Browser) => (await listOf(browser)).filter(({ disabledAt }) => disabledAt !== null);

describe('the list of ways in', () => {
  test('the list says when and where each way in was added', async () => {
    const owner = await anOwner();
    await addPasskey(owner);
    await addTotp(app, owner, 'My app');
    await linkWith(owner, 'google', { email: 'maya.private@example.com' });
    const list = await listOf(owner);
    expect(list.map(({ kind }) => kind).toSorted()).toEqual([
      'browser',
      'google',
      'passkey',
      'password',
      'recovery_codes',
      'totp',
    ]);
    expect(list.find(({ kind }) => kind === 'passkey')).toMatchObject({
      label: 'Passkey',
      name: 'Laptop',
      ipAddress: expect.stringMatching(/./) as string,
      disabledAt: null,
      addedAt: expect.stringMatching(/^\d{4}-/) as string,
    });
  });

  test('is nobody else’s', async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    await addPasskey(owner);
    await owner.api.account.endOtherSessions.mutate();
    const [way] = await disabledOf(owner);
    const id = way?.id ?? '';
    expect(await refusal(other.api.account.waysIn.turnOn.mutate({ id }))).toBe('NOT_FOUND');
    expect(await refusal(other.api.account.waysIn.remove.mutate({ id }))).toBe('NOT_FOUND');
    expect(await disabledOf(owner)).toHaveLength(1);
  });
});

describe('a way that was turned off', () => {
  test('works again once its owner has turned it back on, and they are told', async () => {
    const owner = await anOwner();
    const key = await addPasskey(owner);
    expect(await owner.api.account.endOtherSessions.mutate()).toEqual({ turnedOff: 1 });
    const [way] = await disabledOf(owner);
    expect(way).toMatchObject({ kind: 'passkey', name: 'Laptop' });
    await owner.api.account.waysIn.turnOn.mutate({ id: way?.id ?? '' });
    expect((await key.signIn()).result).toBe('accepted');
    expect(await disabledOf(owner)).toEqual([]);
    await app.container.jobs.idle();
    expect(app.emails.map(({ subject }) => subject)).toContain('Way to sign in turned back on: your Tenfold account');
  });

  test.each(['google', 'totp', 'recovery_codes'] as const)('can be turned back on: %s', async (kind) => {
    const owner = await anOwner();
    await linkWith(owner, 'google', { email: 'maya.private@example.com' });
    await addTotp(app, owner, 'My app');
    const kindsOf = async (isOff: boolean) =>
      (await listOf(owner)).filter(({ disabledAt }) => (disabledAt !== null) === isOff).map((way) => way.kind);
    await owner.api.account.endOtherSessions.mutate();
    app.clock.advance(DAY_MS);
    await purge(app);
    await owner.api.auth.reauthentication.password.mutate({ password: PASSWORD });
    expect(await kindsOf(true)).toContain(kind);
    expect(await kindsOf(false)).not.toContain(kind);
    const way = (await disabledOf(owner)).find((one) => one.kind === kind);
    await owner.api.account.waysIn.turnOn.mutate({ id: way?.id ?? '' });
    expect(await kindsOf(false)).toContain(kind);
    expect(await kindsOf(true)).not.toContain(kind);
  });

  test('isn’t turned back on by someone who is only signed in', async () => {
    const owner = await anOwner();
    await addPasskey(owner);
    app.clock.advance(10 * MINUTE_MS);
    await owner.api.account.endOtherSessions.mutate();
    const [way] = await disabledOf(owner);
    const id = way?.id ?? '';
    expect(await refusal(owner.api.account.waysIn.turnOn.mutate({ id }))).toBe('REAUTHENTICATION_NEEDED');
    const thief = await withPasswordOnly(app, owner);
    expect(await refusal(thief.api.account.waysIn.turnOn.mutate({ id }))).toBe('REAUTHENTICATION_NEEDED');
    await owner.api.auth.reauthentication.password.mutate({ password: PASSWORD });
    expect(await refusal(owner.api.account.waysIn.turnOn.mutate({ id }))).toBe('accepted');
  });

  test('is turned back on right after a reset, whose link showed that the mailbox is the owner’s', async () => {
    const owner = await anOwner();
    const key = await addPasskey(owner);
    const browser = app.browser();
    await browser.api.auth.requestPasswordReset.mutate({ email: owner.email });
    const mail = app.emails.findLast(({ subject }) => subject === 'Reset your Tenfold password');
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const done = await browser.api.auth.resetPassword.mutate({ token, password: 'fifty cold plates' });
    expect(done).toEqual({ turnedOff: 1 });
    const [way] = await disabledOf(browser);
    await browser.api.account.waysIn.turnOn.mutate({ id: way?.id ?? '' });
    expect((await key.signIn()).result).toBe('accepted');
  });

  test('is deleted after fourteen days, or when its owner removes it', async () => {
    const owner = await anOwner();
    await addPasskey(owner);
    await linkWith(owner, 'google', { email: 'maya.private@example.com' });
    await owner.api.account.endOtherSessions.mutate();
    const ways = await disabledOf(owner);
    expect(ways.map(({ kind }) => kind).toSorted()).toEqual(['google', 'passkey']);
    await owner.api.account.waysIn.remove.mutate({ id: ways.find(({ kind }) => kind === 'google')?.id ?? '' });
    expect(await disabledOf(owner)).toHaveLength(1);
    app.clock.advance(14 * DAY_MS);
    await purge(app);
    expect(await app.db.selectFrom('disabled_ways').select('id').execute()).toEqual([]);
  });

  test('isn’t put back where something else has taken its place', async () => {
    const owner = await anOwner();
    await linkWith(owner, 'google', { email: 'maya.private@example.com' });
    await owner.api.account.endOtherSessions.mutate();
    await linkWith(owner, 'google', { email: 'another@example.com' });
    const [way] = await disabledOf(owner);
    expect(await refusal(owner.api.account.waysIn.turnOn.mutate({ id: way?.id ?? '' }))).toBe('WAY_IN_REPLACED');
    expect(await disabledOf(owner)).toHaveLength(1);
  });

  test('isn’t added again by signing in with it, even if it has the account’s own address', async () => {
    const owner = await anOwner();
    await linkWith(owner, 'google', { email: owner.email });
    await owner.api.account.endOtherSessions.mutate();
    const thief = app.browser();
    expect(await signInWith(thief, 'google', { email: owner.email })).toContain('problem=WAY_IN_OFF');
    expect(await thief.api.auth.session.query()).toBeNull();
  });
});

describe('what is turned off', () => {
  test('is only what was added in the last 30 days, and not what the account was created with', async () => {
    const browser = app.browser();
    await signInWith(browser, 'google', { email: 'kim@fernandkiln.example' });
    expect(await browser.api.account.endOtherSessions.mutate()).toEqual({ turnedOff: 0 });
    const owner = await anOwner();
    const key = await addPasskey(owner);
    app.clock.advance(13 * DAY_MS);
    await owner.api.auth.refresh.mutate();
    app.clock.advance(13 * DAY_MS);
    await owner.api.auth.refresh.mutate();
    app.clock.advance(4 * DAY_MS + 1);
    expect(await owner.api.account.endOtherSessions.mutate()).toEqual({ turnedOff: 0 });
    expect((await key.signIn()).result).toBe('accepted');
  });

  test('includes a new password that the one who signs out hasn’t used: a thief may have set it', async () => {
    const owner = await anOwner();
    const key = await addPasskey(owner);
    const now = await app.clock.now();
    await app.db
      .updateTable('passkeys')
      .set({ created_at: new Date(now.getTime() - 60 * DAY_MS) })
      .execute();
    // Not by the owner.
    await app.db.updateTable('users').set({ password_set_at: now }).where('id', '=', owner.userId).execute();
    app.clock.advance(MINUTE_MS);
    const { browser } = await key.signIn();
    await browser.api.account.signOutEverywhere.mutate();
    const signIn = () => refusal(app.browser().api.auth.signIn.mutate({ email: owner.email, password: PASSWORD }));
    expect(await signIn()).toBe('INVALID_CREDENTIALS');
    const again = (await key.signIn()).browser;
    const [way] = await disabledOf(again);
    expect(way).toMatchObject({ kind: 'password' });
    await again.api.auth.reauthentication.sendEmailCode.mutate();
    const mail = app.emails.findLast(({ subject }) => subject === 'Your Tenfold security code');
    await again.api.auth.reauthentication.emailCode.mutate({ code: /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '' });
    await again.api.account.waysIn.turnOn.mutate({ id: way?.id ?? '' });
    expect(await signIn()).toBe('accepted');
  });

  test('includes a password that was set in the same session a while ago: a thief may have sat there', async () => {
    const owner = await anOwner();
    app.clock.advance(MINUTE_MS);
    await owner.api.account.setPassword.mutate({ password: 'fifty cold plates' });
    app.clock.advance(11 * MINUTE_MS);
    await owner.api.account.signOutEverywhere.mutate();
    const { signIn } = app.browser().api.auth;
    expect(await refusal(signIn.mutate({ email: owner.email, password: 'fifty cold plates' }))).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  test('isn’t the password that the same session has just set', async () => {
    const owner = await anOwner();
    await owner.api.account.setPassword.mutate({ password: 'fifty cold plates' });
    app.clock.advance(MINUTE_MS);
    await owner.api.account.signOutEverywhere.mutate();
    const { signIn } = app.browser().api.auth;
    expect(await refusal(signIn.mutate({ email: owner.email, password: 'fifty cold plates' }))).toBe('accepted');
  });

  test('is nothing when a client of /auth/v1 signs out, which means everywhere by default', async () => {
    const owner = await anOwner();
    const key = await addPasskey(owner);
    const { client } = aGotrueClient(app);
    await client.signInWithPassword({ email: owner.email, password: PASSWORD });
    expect((await client.signOut()).error).toBeNull();
    expect(await owner.api.auth.session.query()).toBeNull();
    expect((await key.signIn()).result).toBe('accepted');
  });
});

describe('adding a way in', () => {
  const additions: [name: string, add: (browser: Browser) => Promise<unknown>][] = [
    ['a passkey', ({ api }) => api.auth.passkeys.addOptions.mutate()],
    ['a linked account', ({ api }) => api.auth.oauth.link.mutate({ provider: 'google' })],
    ['a second factor', ({ api }) => api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'Mine' })],
    ['a new password', ({ api }) => api.account.setPassword.mutate({ password: 'fifty cold plates' })],
    ['a new address', ({ api }) => api.account.changeEmail.mutate({ email: 'new@fernandkiln.example' })],
  ];

  test.each(additions)('asks for the password however recent the sign-in: %s', async (_, add) => {
    const owner = await anOwner();
    const browser = app.browser();
    await browser.api.auth.signIn.mutate({ email: owner.email, password: PASSWORD });
    expect(await refusal(add(browser))).toBe('REAUTHENTICATION_NEEDED');
    await browser.api.auth.reauthentication.password.mutate({ password: PASSWORD });
    expect(await refusal(add(browser))).toBe('accepted');
  });

  test('asks for the second factor before new recovery codes, even if it was just passed', async () => {
    const owner = await anOwner();
    const { recoveryCodes } = await addTotp(app, owner);
    const browser = await withPasswordOnly(app, owner);
    await browser.api.auth.recoveryCodes.use.mutate({ code: recoveryCodes[0] ?? '' });
    expect(await refusal(browser.api.auth.recoveryCodes.renew.mutate())).toBe('REAUTHENTICATION_NEEDED');
    await browser.api.auth.reauthentication.recoveryCode.mutate({ code: recoveryCodes[1] ?? '' });
    expect(await refusal(browser.api.auth.recoveryCodes.renew.mutate())).toBe('accepted');
  });

  test('at /auth/v1 takes a sign-in by password or second factor in the last ten minutes', async () => {
    const owner = await anOwner();
    const { services } = app.container;
    const client = { address: '203.0.113.7', userAgent: 'vitest' };
    const enroll = async (method: 'password' | 'oauth', name: string, minutes: number) => {
      const session = await services.sessions.startToken(owner.userId, { client, methods: [method] });
      const { accessToken } = await services.tokens.issue(session);
      app.clock.advance(minutes * MINUTE_MS);
      const response = await app.app.request('/auth/v1/factors', {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ factor_type: 'totp', friendly_name: name }),
      });
      return response.status;
    };
    expect(await enroll('password', 'One', 0)).toBe(200);
    expect(await enroll('password', 'Two', 11)).toBe(400);
    expect(await enroll('oauth', 'Three', 0)).toBe(400);
  });
});
