import {
  createLocalJWKSet,
  decodeProtectedHeader,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
  generateKeyPair,
  type JSONWebKeySet,
} from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const DAY_MS = 86_400_000;
const client = { address: '203.0.113.7', userAgent: 'tests' };

/** A script of a signed-in person: its session and its first tokens. */
async function aScript(of?: TestApp) {
  const on = of ?? app;
  const person = await aPerson(on);
  const { services } = on.container;
  const session = await services.signIn.script(
    { id: person.userId, email: person.email, generation: 0 },
    { client, methods: ['password'] },
  );
  return { person, session, tokens: await services.tokens.issue(session) };
}

async function keySet(): Promise<JSONWebKeySet> {
  return (await app.app.request('/.well-known/jwks.json')).json() as Promise<JSONWebKeySet>;
}

const profileWith = (token: string, headers: Record<string, string> = {}) =>
  app.app.request('/trpc/profile.get', { headers: { authorization: `Bearer ${token}`, ...headers } });

async function refresh(refreshToken: string) {
  const response = await app.app.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  const body = (await response.json()) as { refresh_token: string; access_token: string; error_code?: string };
  return { status: response.status, ...body };
}

describe('an access token', () => {
  test('can be checked by anyone against the published keys', async () => {
    const { person, session, tokens } = await aScript();
    const { payload, protectedHeader } = await jwtVerify(tokens.accessToken, createLocalJWKSet(await keySet()), {
      issuer: 'http://localhost:3000/auth/v1',
      audience: 'authenticated',
      currentDate: await app.clock.now(),
    });
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload).toMatchObject({ sub: person.userId, session_id: session.publicId, aal: 'aal1' });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(15 * 60);
  });

  test('opens the API to its owner for a quarter of an hour', async () => {
    const { person, tokens } = await aScript();
    const answer = await profileWith(tokens.accessToken);
    expect(await answer.text()).toContain(person.email);
    app.clock.advance(15 * 60_000 + 1_000);
    expect((await profileWith(tokens.accessToken)).status).toBe(401);
  });

  test('opens nothing once its session has ended', async () => {
    const { person, session, tokens } = await aScript();
    await app.container.services.sessions.endOne(person.userId, session.publicId);
    expect((await profileWith(tokens.accessToken)).status).toBe(401);
  });

  test('that was forged opens nothing', async () => {
    const { person, session, tokens } = await aScript();
    const claims = {
      sub: person.userId,
      session_id: session.publicId,
      aud: 'authenticated',
      iss: 'http://localhost:3000/auth/v1',
    };
    const stranger = await generateKeyPair('ES256');
    const { kid } = decodeProtectedHeader(tokens.accessToken);
    const forged = {
      'alg none': new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
      'a key of their own': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: kid ?? '' })
        .setExpirationTime('1h')
        .sign(stranger.privateKey),
      'the public key as a secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: kid ?? '' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(JSON.stringify((await keySet()).keys[0]))),
      'another person’s name in it': tokens.accessToken.replace(
        /\.[^.]+\./,
        `.${btoa(JSON.stringify({ ...claims, sub: 'x' }))}.`,
      ),
    };
    for (const [name, token] of Object.entries(forged)) expect((await profileWith(token)).status, name).toBe(401);
  });

  test('is the only thing that identifies a script: headers that name a person change nothing', async () => {
    const [maya, stranger] = [await aScript(), await aScript()];
    const headers = {
      'x-user-id': maya.person.userId,
      'x-forwarded-user': maya.person.email,
      cookie: maya.person.cookie(),
    };
    expect(await (await profileWith(stranger.tokens.accessToken, headers)).text()).toContain(stranger.person.email);
    expect((await profileWith('nonsense', headers)).status).toBe(401);
    const alone = await app.app.request('/trpc/profile.get', { headers: { ...headers, cookie: '' } });
    expect(alone.status).toBe(401);
  });

  test('can’t be replaced by a browser’s cookie, or sent as one', async () => {
    const { person, tokens } = await aScript();
    expect((await profileWith(person.cookie().split('=')[1] ?? '')).status).toBe(401);
    const asCookie = await app.app.request('/trpc/profile.get', {
      headers: { cookie: `session=${tokens.accessToken}` },
    });
    expect(asCookie.status).toBe(401);
  });
});

test('signing out with a token ends its session', async () => {
  const { tokens } = await aScript();
  const headers = { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' };
  expect((await app.app.request('/trpc/auth.signOut', { method: 'POST', headers, body: '{}' })).status).toBe(200);
  expect((await profileWith(tokens.accessToken)).status).toBe(401);
  expect((await refresh(tokens.refreshToken)).status).toBe(400);
});

test('a script in use stays signed in beyond the idle days, and ends for good after sixty', async () => {
  let { refreshToken } = (await aScript()).tokens;
  for (let days = 10; days < 60; days += 10) {
    app.clock.advance(10 * DAY_MS);
    const next = await refresh(refreshToken);
    expect(next.status, `after ${days} days`).toBe(200);
    refreshToken = next.refresh_token;
  }
  app.clock.advance(10 * DAY_MS);
  expect((await refresh(refreshToken)).status).toBe(400);
});

describe('a refresh token', () => {
  test('gives a new pair and is used up by it', async () => {
    const { tokens } = await aScript();
    const next = await refresh(tokens.refreshToken);
    expect(next.status).toBe(200);
    expect(next.refresh_token).not.toBe(tokens.refreshToken);
    expect((await profileWith(next.access_token)).status).toBe(200);
    const again = await refresh(next.refresh_token);
    expect(again.status).toBe(200);
  });

  test('may be reused by a parallel tab for ten seconds', async () => {
    const { tokens } = await aScript();
    const both = await Promise.all([refresh(tokens.refreshToken), refresh(tokens.refreshToken)]);
    expect(both.map((one) => one.status)).toEqual([200, 200]);
    app.clock.advance(9_000);
    expect((await refresh(tokens.refreshToken)).status).toBe(200);
    expect((await refresh(both[1]?.refresh_token ?? '')).status).toBe(200);
  });

  test('reused later ends the session for thief and owner, and the owner is notified', async () => {
    const { person, tokens } = await aScript();
    const stolen = tokens.refreshToken;
    const own = await refresh(stolen);
    app.clock.advance(60_000);
    expect(await refresh(stolen)).toMatchObject({ status: 400, error_code: 'refresh_token_already_used' });
    expect(await refresh(own.refresh_token)).toMatchObject({ status: 400, error_code: 'refresh_token_not_found' });
    expect((await profileWith(own.access_token)).status).toBe(401);
    await app.container.jobs.idle();
    const subjects = app.emails.filter((mail) => mail.to === person.email).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('refresh token'));
  });

  test('is kept as a hash, and an unknown one is refused', async () => {
    const { tokens } = await aScript();
    const rows = await app.db.selectFrom('refresh_tokens').select('token_hash').execute();
    expect(JSON.stringify(rows)).not.toContain(tokens.refreshToken.slice(22));
    expect(await refresh('not-a-token')).toMatchObject({ status: 400, error_code: 'refresh_token_not_found' });
  });
});

describe('the signing keys', () => {
  test('change every month; the next one is published a day before it signs, the last one stays while its tokens live', async () => {
    const { tokens } = await aScript();
    const first = decodeProtectedHeader(tokens.accessToken).kid;
    let kids = (await keySet()).keys.map((key) => key.kid);
    for (let halfDays = 0; halfDays < 62 && kids.length === 1; halfDays += 1) {
      app.clock.advance(DAY_MS / 2);
      kids = (await keySet()).keys.map((key) => key.kid);
    }
    expect(kids).toHaveLength(2);
    expect(kids).toContain(first);
    const stillFirst = await aScript();
    expect(decodeProtectedHeader(stillFirst.tokens.accessToken).kid).toBe(first);
    app.clock.advance(DAY_MS);
    const after = await aScript();
    const second = decodeProtectedHeader(after.tokens.accessToken).kid;
    expect(second).not.toBe(first);
    expect(kids).toContain(second);
    expect((await keySet()).keys.map((key) => key.kid)).toContain(first);
    app.clock.advance(45 * DAY_MS);
    await aScript();
    await purge(app);
    expect((await keySet()).keys.map((key) => key.kid)).not.toContain(first);
  });

  test('are shared by all processes, and created once however many need them simultaneously', async () => {
    const other = await createTestApp({ keepData: true });
    await Promise.all([aScript(app), aScript(other), aScript(app), aScript(other)]);
    const rows = await app.db.selectFrom('signing_keys').select(['kid', 'private_key']).execute();
    const { tokens } = await aScript(other);
    expect(rows.map((row) => row.kid)).toContain(decodeProtectedHeader(tokens.accessToken).kid);
    expect((await profileWith(tokens.accessToken)).status).toBe(200);
    expect(new Set(rows.map((row) => row.kid)).size).toBeLessThanOrEqual(2);
    for (const row of rows) expect(row.private_key).not.toContain('"d"');
  });

  test('survive a change of the master key that keeps the old one, and are replaced after one that does not', async () => {
    const { tokens } = await aScript();
    const secret = 'the next secret for tests, just as long';
    const kept = await createTestApp({ keepData: true, secret, environment: { APP_SECRET_PREVIOUS: TEST_SECRET } });
    const after = await aScript(kept);
    expect(decodeProtectedHeader(after.tokens.accessToken).kid).toBe(decodeProtectedHeader(tokens.accessToken).kid);
    const lost = await createTestApp({ keepData: true, secret: 'a third secret for tests, as long as that' });
    const anew = await aScript(lost);
    expect(decodeProtectedHeader(anew.tokens.accessToken).kid).not.toBe(decodeProtectedHeader(tokens.accessToken).kid);
  });
});
