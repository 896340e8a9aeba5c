import { beforeEach, describe, expect, test } from 'vitest';
import type { UserId } from '#db/types.gen.ts';
import { randomToken, userToken } from '#server/lib/crypto/secrets.ts';
import { aPerson } from '#tests/support/people.ts';
import { upload } from '#tests/support/brain/sources.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'forty warm bowls';
const CLIENT = { address: '203.0.113.7', userAgent: 'tests' };
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

type Person = Awaited<ReturnType<typeof aPerson>>;
const tokenIn = (browser: Browser) => browser.cookie().split('=')[1] ?? '';
const linkTo = (to: string) => /token=([\w-]+)/.exec(app.emails.findLast((mail) => mail.to === to)?.text ?? '')?.[1];
const post = (path: string, body: Record<string, unknown>) =>
  app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const emailOf = async ({ api }: Browser) => (await api.auth.session.query())?.user.email;

/** The secret of a token behind another person's id. */
const claimedFor = (userId: UserId, token: string) => userToken(userId, token.slice(22));

async function refreshTokenOf({ userId, email }: Person): Promise<string> {
  const { signIn, tokens } = app.container.services;
  const session = await signIn.script({ id: userId, email, generation: 0 }, { client: CLIENT, methods: ['password'] });
  return (await tokens.issue(session)).refreshToken;
}
async function refresh(token: string): Promise<{ status: number; body: unknown }> {
  const response = await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: token });
  return { status: response.status, body: await response.json() };
}

describe('another person’s id in front of one’s own secret', () => {
  test.each(['not looked up yet', 'looked up a moment ago'])('signs nobody in, with a session %s', async (when) => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const [mayas, tomass] = [tokenIn(maya), tokenIn(tomas)];
    // From here on, signals arrive and sessions are cached.
    app.container.services.sessions.forgetAll();
    if (when === 'looked up a moment ago') await Promise.all([emailOf(maya), emailOf(tomas)]);
    for (const forged of [claimedFor(maya.userId, tomass), claimedFor(tomas.userId, mayas)]) {
      const forger = app.browser({ cookie: `session=${forged}` });
      expect(await forger.api.auth.session.query()).toBeNull();
      expect(await refusal(forger.api.profile.get.query())).toBe('UNAUTHENTICATED');
      expect((await upload(forger, 'We ship.')).status).toBe(401);
      expect((await forger.request('/account/export')).headers.get('location')).toMatch(/^\/auth/);
    }
    expect(await emailOf(maya)).toBe(maya.email);
    expect(await emailOf(tomas)).toBe(tomas.email);
  });

  test('extends no session, and ends none by signing out or in', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app, { password: PASSWORD })];
    const forged = claimedFor(tomas.userId, tokenIn(maya));
    const { sessions } = app.container.services;
    expect(await sessions.extend(forged)).toBeNull();
    await sessions.end(forged);
    await app
      .browser({ cookie: `session=${forged}` })
      .api.auth.signIn.mutate({ email: tomas.email, password: PASSWORD });
    expect(await emailOf(maya)).toBe(maya.email);
    expect(await emailOf(tomas)).toBe(tomas.email);
  });

  test('renews no tokens, and uses none up', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const token = await refreshTokenOf(tomas);
    const unknown = await refresh(userToken(maya.userId, randomToken()));
    expect(unknown.status).toBe(400);
    expect(await refresh(claimedFor(maya.userId, token))).toEqual(unknown);
    const [row] = await app.db.selectFrom('refresh_tokens').select(['user_id', 'used_at']).execute();
    expect(row).toEqual({ user_id: tomas.userId, used_at: null });
    expect((await refresh(token)).status).toBe(200);
  });

  test('confirms no address, sets no password and changes no address, and uses no link up', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app, { password: PASSWORD })];
    const [signedUp, moved] = ['new@fernandkiln.example', 'moved@fernandkiln.example'];
    const { api } = app.browser();
    await api.auth.signUp.mutate({ email: signedUp, password: PASSWORD });
    await api.auth.requestPasswordReset.mutate({ email: tomas.email });
    await tomas.api.account.changeEmail.mutate({ email: moved });
    const [confirm, reset, change] = [linkTo(signedUp), linkTo(tomas.email), linkTo(moved)].map((token) => token ?? '');
    const calls = {
      confirm: (token: string) => api.auth.confirmEmail.mutate({ token }),
      reset: (token: string) => api.auth.resetPassword.mutate({ token, password: 'fifty cold plates' }),
      change: (token: string) => api.account.confirmEmailChange.mutate({ token }),
    };
    for (const [name, call] of Object.entries(calls))
      for (const token of [confirm, reset, change])
        expect(await refusal(call(claimedFor(maya.userId, token ?? ''))), name).toBe('LINK_INVALID');
    expect(await emailOf(maya)).toBe(maya.email);
    expect(await refusal(calls.change(change ?? ''))).toBe('accepted');
    expect(await refusal(calls.confirm(confirm ?? ''))).toBe('accepted');
  });
});

test.each([
  ['a secret alone', randomToken()],
  ['an id alone', userToken(crypto.randomUUID(), '')],
  ['not canonical', `${userToken(crypto.randomUUID(), randomToken()).slice(0, -1)}B`],
  ['too long', userToken(crypto.randomUUID(), randomToken() + randomToken())],
  ['in the other alphabet', `+/${userToken(crypto.randomUUID(), randomToken()).slice(2)}`],
  ['an id that is text', `${crypto.randomUUID()}${randomToken()}`],
])('a token that is %s is refused like an unknown one', async (_, token) => {
  const unknown = userToken(crypto.randomUUID(), randomToken());
  const { sessions } = app.container.services;
  const { api } = app.browser();
  expect(await refresh(token)).toEqual(await refresh(unknown));
  for (const one of [token, unknown]) {
    expect(await app.browser({ cookie: `session=${one}` }).api.auth.session.query()).toBeNull();
    expect(await sessions.validate(one, CLIENT)).toBeNull();
    expect(await sessions.extend(one)).toBeNull();
    expect(await sessions.findReplaced(one)).toBeNull();
    expect(await sessions.end(one)).toBe(sessions.blankCookie());
    expect(await refusal(api.auth.confirmEmail.mutate({ token: one }))).toBe('LINK_INVALID');
    expect(await refusal(api.auth.resetPassword.mutate({ token: one, password: PASSWORD }))).toBe('LINK_INVALID');
    expect(await refusal(api.account.confirmEmailChange.mutate({ token: one }))).toBe('LINK_INVALID');
  }
});
