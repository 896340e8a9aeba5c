import type { GoTrueClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { aGotrueClient } from '#tests/support/gotrue-client.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'forty warm bowls';
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  // The library reads the machine's clock.
  app.clock.set(new Date().toISOString());
});

const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

const aClient = () => aGotrueClient(app);

async function signedIn(email?: string) {
  const person = await aPerson(app, { password: PASSWORD, ...(email === undefined ? {} : { email }) });
  const { client, events } = aClient();
  const { data, error } = await client.signInWithPassword({ email: person.email, password: PASSWORD });
  expect(error).toBeNull();
  return { person, client, events, data };
}

const profileWith = async (accessToken: string | undefined) =>
  (await app.app.request('/trpc/profile.get', { headers: { authorization: `Bearer ${accessToken}` } })).status;
const accessToken = async (client: GoTrueClient) => (await client.getSession()).data.session?.access_token;

describe('signing up', () => {
  test('sends a link, after which the password opens the account, with the data sent along', async () => {
    const { client } = aClient();
    const { data, error } = await client.signUp({
      email: 'maya@fernandkiln.example',
      password: PASSWORD,
      options: {
        data: { full_name: 'Maya' },
        emailRedirectTo: 'http://localhost:3000/auth?plan=pro&priceId=pro_annual',
      },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.email).toBe('maya@fernandkiln.example');
    const early = await client.signInWithPassword({ email: 'maya@fernandkiln.example', password: PASSWORD });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });
    const confirmed = await app.browser().api.auth.confirmEmail.mutate({ token: tokenIn(app.emails[0]?.text) });
    expect(confirmed.planChoice).toEqual({ plan: 'pro', priceId: 'pro_annual' });
    const late = await client.signInWithPassword({ email: 'maya@fernandkiln.example', password: PASSWORD });
    expect(late.data.user).toMatchObject({ role: 'authenticated', user_metadata: { full_name: 'Maya' } });
  });

  test('answers the same for known and unknown addresses', async () => {
    const person = await aPerson(app);
    const shape = async (email: string) => {
      const { data, error } = await aClient().client.signUp({ email, password: PASSWORD });
      expect(error).toBeNull();
      return Object.keys(data.user ?? {});
    };
    expect(await shape(person.email)).toEqual(await shape('nobody@example.com'));
  });

  test('refuses a weak password with its reason', async () => {
    const { client } = aClient();
    const short = await client.signUp({ email: 'maya@example.com', password: 'short' });
    expect(short.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
    const common = await client.signUp({ email: 'maya@example.com', password: 'password1' });
    expect(common.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] });
  });

  test('ignores a redirect to another site', async () => {
    const { client } = aClient();
    await client.signUp({
      email: 'maya@example.com',
      password: PASSWORD,
      options: { emailRedirectTo: 'https://evil.example/auth?plan=pro&priceId=pro_annual' },
    });
    expect(app.emails[0]?.text).not.toContain('evil');
    const confirmed = await app.browser().api.auth.confirmEmail.mutate({ token: tokenIn(app.emails[0]?.text) });
    expect(confirmed.planChoice).toBeNull();
  });

  test('can resend the link', async () => {
    const { client } = aClient();
    await client.signUp({ email: 'maya@example.com', password: PASSWORD });
    expect((await client.resend({ type: 'signup', email: 'maya@example.com' })).error).toBeNull();
    await app.browser().api.auth.confirmEmail.mutate({
      token: tokenIn(app.emails.findLast(({ text }) => text.includes('token='))?.text),
    });
    const { error } = await client.signInWithPassword({ email: 'maya@example.com', password: PASSWORD });
    expect(error).toBeNull();
  });
});

describe('a session', () => {
  test('begins with a password, shows its user and opens the product’s API', async () => {
    const { person, client, events, data } = await signedIn();
    expect(events).toContain('SIGNED_IN');
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    const { data: asked } = await client.getUser();
    expect(asked.user).toMatchObject({ id: person.userId, email: person.email, aud: 'authenticated', factors: [] });
    expect(await profileWith(data.session?.access_token)).toBe(200);
  });

  test('reports a wrong password with the library’s error', async () => {
    const { person } = await signedIn();
    const { error } = await aClient().client.signInWithPassword({ email: person.email, password: 'not this one' });
    expect(error).toMatchObject({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' });
  });

  test('has claims that verify against the published keys, without a request for the user', async () => {
    const { person, client } = await signedIn();
    const { data, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(data?.header.alg).toBe('ES256');
    expect(data?.claims).toMatchObject({ sub: person.userId, email: person.email, aal: 'aal1' });
    const forged = `${(await accessToken(client))?.slice(0, -6)}AAAAAA`;
    expect((await client.getClaims(forged)).error).not.toBeNull();
  });

  test('is refreshed, and ends when an old refresh token is reused late', async () => {
    const { client, events, data } = await signedIn();
    const first = data.session?.refresh_token ?? '';
    const { data: next, error } = await client.refreshSession();
    expect(error).toBeNull();
    expect(next.session?.refresh_token).not.toBe(first);
    expect(events).toContain('TOKEN_REFRESHED');
    app.clock.advance(60_000);
    const stolen = await aClient().client.refreshSession({ refresh_token: first });
    expect(stolen.error).toMatchObject({ code: 'refresh_token_already_used', status: 400 });
    expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('that has ended is reported as missing by the library', async () => {
    const { client, person } = await signedIn();
    const token = await accessToken(client);
    await app.container.services.sessions.endAll(person.userId);
    const { error } = await client.getUser(token);
    expect(error?.name).toBe('AuthSessionMissingError');
  });
});

describe('signing out', () => {
  async function three() {
    const person = await aPerson(app, { password: PASSWORD });
    const clients = [aClient().client, aClient().client, aClient().client] as const;
    for (const client of clients) await client.signInWithPassword({ email: person.email, password: PASSWORD });
    const tokens = await Promise.all(clients.map(accessToken));
    return { person, clients, alive: () => Promise.all(tokens.map(profileWith)) };
  }

  test('locally leaves the other sessions', async () => {
    const { person, clients, alive } = await three();
    expect((await clients[0].signOut({ scope: 'local' })).error).toBeNull();
    expect(await alive()).toEqual([401, 200, 200]);
    expect(await person.api.auth.session.query()).not.toBeNull();
  });

  test('of the other sessions leaves this one, and ends browsers too', async () => {
    const { person, clients, alive } = await three();
    expect((await clients[0].signOut({ scope: 'others' })).error).toBeNull();
    expect(await alive()).toEqual([200, 401, 401]);
    expect(await person.api.auth.session.query()).toBeNull();
  });

  test('everywhere ends all sessions', async () => {
    const { person, clients, alive } = await three();
    expect((await clients[0].signOut()).error).toBeNull();
    expect(await alive()).toEqual([401, 401, 401]);
    expect(await person.api.auth.session.query()).toBeNull();
  });
});

describe('the account', () => {
  test('keeps this session and ends the others after a new password', async () => {
    const { person, client } = await signedIn();
    const other = aClient().client;
    await other.signInWithPassword({ email: person.email, password: PASSWORD });
    const otherToken = await accessToken(other);
    const { error } = await client.updateUser({ password: 'sixty cold plates', data: { theme: 'dark' } });
    expect(error).toBeNull();
    expect(await profileWith(await accessToken(client))).toBe(200);
    expect(await profileWith(otherToken)).toBe(401);
    expect((await client.getUser()).data.user?.user_metadata).toEqual({ theme: 'dark' });
    const again = aClient().client;
    expect((await again.signInWithPassword({ email: person.email, password: PASSWORD })).error).not.toBeNull();
    expect((await again.signInWithPassword({ email: person.email, password: 'sixty cold plates' })).error).toBeNull();
  });

  test('merges the data that is changed into what is there', async () => {
    const { client } = await signedIn();
    const changed = async (data: object) => {
      const { error } = await client.updateUser({ data });
      return error?.message ?? (await client.getUser()).data.user?.user_metadata;
    };
    expect(await changed({ theme: 'dark', shop: { name: 'Fern & Kiln' } })).toMatchObject({ theme: 'dark' });
    expect(await changed({ language: 'sv', theme: null })).toEqual({ language: 'sv', shop: { name: 'Fern & Kiln' } });
    await Promise.all([changed({ one: 1 }), changed({ two: 2 })]);
    expect(await changed({})).toMatchObject({ one: 1, two: 2, language: 'sv' });
    expect(await changed({ first: 'x'.repeat(3_000) })).toMatchObject({ language: 'sv' });
    expect(await changed({ second: 'x'.repeat(3_000) })).toBe('The data is too large.');
  });

  test('rejects the current password and a weak one', async () => {
    const { client } = await signedIn();
    expect((await client.updateUser({ password: PASSWORD })).error).toMatchObject({ code: 'same_password' });
    expect((await client.updateUser({ password: 'short' })).error?.name).toBe('AuthWeakPasswordError');
  });

  test('asks for an emailed code before a change once the sign-in is old', async () => {
    const { person, client } = await signedIn();
    app.clock.advance(11 * 60_000);
    const refused = await client.updateUser({ password: 'sixty cold plates' });
    expect(refused.error).toMatchObject({ code: 'reauthentication_needed' });
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = /\b\d{6}\b/.exec(app.emails.filter((mail) => mail.to === person.email).at(-1)?.text ?? '')?.[0] ?? '';
    const { error } = await client.updateUser({ password: 'sixty cold plates', nonce });
    expect(error).toBeNull();
  });

  test('switches to a new address once its link is used', async () => {
    const { person, client } = await signedIn();
    const { data, error } = await client.updateUser({ email: 'new@fernandkiln.example' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, new_email: 'new@fernandkiln.example' });
    const link = app.emails.find((mail) => mail.to === 'new@fernandkiln.example');
    await app.browser().api.account.confirmEmailChange.mutate({ token: tokenIn(link?.text) });
    const later = aClient().client;
    const signed = await later.signInWithPassword({ email: 'new@fernandkiln.example', password: PASSWORD });
    expect(signed.data.user?.email).toBe('new@fernandkiln.example');
  });

  test('gets an emailed link for a forgotten password, without revealing who has one', async () => {
    const { person, client } = await signedIn();
    const known = await client.resetPasswordForEmail(person.email);
    const unknown = await client.resetPasswordForEmail('nobody@example.com');
    expect(known).toEqual(unknown);
    expect(app.emails.some((mail) => mail.to === person.email && mail.text.includes('/auth/reset?token='))).toBe(true);
  });
});

describe('the second factor', () => {
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() });

  test('can be an app that is enrolled, challenged, verified and removed', async () => {
    const { person, client, events } = await signedIn();
    const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My app', issuer: 'Tenfold' });
    if (enrolled.error || enrolled.data.type !== 'totp') throw new Error('not enrolled');
    const { id: factorId, totp } = enrolled.data;
    expect(totp.qr_code).toContain('<svg');
    expect(totp.uri).toContain(`secret=${totp.secret}`);
    const before = await accessToken(client);
    const verified = await client.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) });
    expect(verified.error).toBeNull();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
    expect((await client.mfa.listFactors()).data?.totp).toHaveLength(1);

    const fresh = aClient();
    await fresh.client.signInWithPassword({ email: person.email, password: PASSWORD });
    expect((await fresh.client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    expect(await profileWith(await accessToken(fresh.client))).toBe(403);
    expect((await fresh.client.updateUser({ password: 'sixty cold plates' })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    const reused = await fresh.client.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) });
    expect(reused.error).toMatchObject({ code: 'mfa_verification_failed' });
    app.clock.advance(60_000);
    const later = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp: Date.now() + 60_000 });
    expect((await fresh.client.mfa.challengeAndVerify({ factorId, code: later })).error).toBeNull();
    expect(await profileWith(await accessToken(fresh.client))).toBe(200);

    expect((await fresh.client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    expect((await fresh.client.mfa.listFactors()).data?.all).toEqual([]);
    expect(before).toBeDefined();
  });

  test('a second unfinished factor of the same name is refused with 422, and one without a name is started again', async () => {
    const { client } = await signedIn();
    const named = { factorType: 'totp', friendlyName: 'My app' } as const; // reason: the factor's type is a literal
    expect((await client.mfa.enroll(named)).error).toBeNull();
    expect((await client.mfa.enroll(named)).error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    for (const _ of [1, 2]) expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(2);
  });

  test('can be a phone that is enrolled, challenged by message, verified and removed', async () => {
    const { client } = await signedIn();
    const enrolled = await client.mfa.enroll({
      factorType: 'phone',
      phone: '+46701234567',
      friendlyName: 'Work phone',
    });
    expect(enrolled.error).toBeNull();
    const factorId = enrolled.data?.id ?? '';
    const challenged = await client.mfa.challenge({ factorId, channel: 'whatsapp' });
    expect(challenged.error).toBeNull();
    const sent = app.messages.at(-1);
    expect(sent).toMatchObject({ to: '+46701234567', channel: 'whatsapp' });
    const code = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? '';
    const challengeId = challenged.data?.id ?? '';
    const wrong = await client.mfa.verify({ factorId, challengeId, code: code === '000000' ? '111111' : '000000' });
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed' });
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    expect((await client.mfa.listFactors()).data?.phone).toHaveLength(1);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
    await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1');
  });

  test('lets someone with only the password see the challenge, but end no session of the owner', async () => {
    const { person, client } = await signedIn();
    const enrolled = await client.mfa.enroll({
      factorType: 'phone',
      phone: '+46701234567',
      friendlyName: 'Work phone',
    });
    const factorId = enrolled.data?.id ?? '';
    const challenge = await client.mfa.challenge({ factorId });
    const code = /\d{6}/.exec(app.messages.at(-1)?.text ?? '')?.[0] ?? '';
    await client.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code });
    await client.updateUser({ data: { plan: 'secret' } });
    const thief = aClient().client;
    const { data } = await thief.signInWithPassword({ email: person.email, password: PASSWORD });
    expect(data.user?.factors).toMatchObject([{ phone: '••••4567' }]);
    expect(data.user?.user_metadata).toEqual({});
    const odd = await thief.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code: '１２３４５６' });
    expect(odd.error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await thief.signOut({ scope: 'global' })).error).toBeNull();
    expect(await profileWith(await accessToken(client))).toBe(200);
    expect(await profileWith(data.session?.access_token)).toBe(401);
  });

  test('invalidates earlier refresh tokens, whichever endpoint verified it', async () => {
    const { client, data } = await signedIn();
    const enrolled = await client.mfa.enroll({
      factorType: 'phone',
      phone: '+46701234567',
      friendlyName: 'Work phone',
    });
    const factorId = enrolled.data?.id ?? '';
    const token = data.session?.access_token ?? '';
    const call = (path: string, input: unknown) =>
      app.app.request(`/trpc/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(input),
      });
    const asked = (await (await call('auth.factors.challenge', { factorId })).json()) as {
      result: { data: { id: string } };
    };
    const code = /\d{6}/.exec(app.messages.at(-1)?.text ?? '')?.[0] ?? '';
    const passed = await call('auth.factors.verify', { factorId, challengeId: asked.result.data.id, code });
    expect(passed.status).toBe(200);
    const copy = await aClient().client.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
    expect(copy.error).toMatchObject({ code: 'refresh_token_not_found' });
  });

  test('needs a unique name, and another person’s factor is not found', async () => {
    const { client } = await signedIn();
    await client.mfa.enroll({ factorType: 'phone', phone: '+46701234567', friendlyName: 'Mine' });
    const stranger = await signedIn();
    const foreign = (await client.mfa.listFactors()).data?.all[0]?.id ?? '';
    expect((await stranger.client.mfa.challenge({ factorId: foreign })).error).toMatchObject({
      code: 'mfa_factor_not_found',
    });
    expect((await stranger.client.mfa.unenroll({ factorId: foreign })).error).toMatchObject({
      code: 'mfa_factor_not_found',
    });
  });
});

describe('the edge', () => {
  test('refuses a path that is not there in its own format', async () => {
    const answer = await app.app.request('/auth/v1/nothing', { method: 'POST' });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: 404, msg: expect.any(String) }),
    ]);
  });

  test.each([
    ['no token', {}, 401, 'no_authorization'],
    ['nonsense for a token', { authorization: 'Bearer nonsense' }, 403, 'bad_jwt'],
  ])('with %s reports it in both error formats', async (_, headers: Record<string, string>, status, code) => {
    const old = await app.app.request('/auth/v1/user', { headers });
    expect(old.status).toBe(status);
    expect(await old.json()).toMatchObject({ code: status, error_code: code });
    const asked = { ...headers, 'x-supabase-api-version': '2024-01-01' };
    const fresh = await app.app.request('/auth/v1/user', { headers: asked });
    expect(await fresh.json()).toMatchObject({ code });
  });

  const tooMuch = JSON.stringify({ email: 'a@b.co', password: PASSWORD, data: { x: 'y'.repeat(5_000) } });
  test.each([
    ['half a body', '/signup', '{'],
    ['a number for an address', '/signup', '{"email":7}'],
    ['too much data', '/signup', tooMuch],
    ['half a character', '/signup', `{"email":"a@b.co","password":"${PASSWORD}","data":{"a":"\\ud800"}}`],
    ['a character that no table holds', '/signup', `{"email":"a@b.co","password":"${PASSWORD}","data":{"\\u0000":1}}`],
    ['a list', '/token?grant_type=password', '[]'],
    ['an object for a token', '/token?grant_type=refresh_token', '{"refresh_token":{}}'],
    ['an unknown grant', '/token?grant_type=magic', '{}'],
    ['no address', '/recover', '{"email":"not an address"}'],
    ['a kind that is not sent', '/resend', '{"type":"sms","email":"maya@example.com"}'],
  ])('refuses %s without internal details', async (_, path, body) => {
    const response = await app.app.request(`/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    const text = await response.text();
    expect(text).toMatch(/"error_code":"(bad_json|validation_failed|weak_password)"/);
    expect(text).not.toMatch(/zod|stack|node_modules|Invalid input/i);
  });

  test('limits guesses per account across endpoints', async () => {
    const { person } = await signedIn();
    const guess = async (index: number) =>
      (await aClient().client.signInWithPassword({ email: person.email, password: `wrong ${index}` })).error?.code;
    const codes = await Promise.all(Array.from({ length: 14 }, (_, index) => guess(index)));
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(4);
    await expect(app.browser().api.auth.signIn.mutate({ email: person.email, password: PASSWORD })).rejects.toThrow(
      /Too many attempts/,
    );
  });
});
