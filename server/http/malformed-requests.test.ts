import { request as httpRequest } from 'node:http';
import { Hono } from 'hono';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { createApp } from '#server/app.ts';
import { createLog } from '#server/lib/log.ts';
import { overHttp } from '#tests/support/over-http.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const ORIGIN = 'http://localhost:3000';
const LONE_SURROGATE = '\ud83c';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.text() };
}

describe('a cookie set by another site on our domain', () => {
  test.each(['theme=%', 'x=%E0%A4%A', 'sidebar=%ff', '%=%', '=;;=', 'session=%'])(
    'as %s signs no one out and breaks nothing',
    async (foreign) => {
      const maya = await aPerson(app);
      const headers = { cookie: `${foreign}; ${maya.cookie()}` };
      const answer = await app.app.request('/trpc/account.get', { headers });
      // An earlier cookie with the same name as ours hides the session: the caller counts as signed out, and that isn't a server error.
      expect(answer.status).toBe(foreign.startsWith('session=') ? 401 : 200);
      expect((await app.app.request('/account/export', { headers })).status).toBeLessThan(500);
    },
  );
});

describe('input that cannot be stored is refused', () => {
  test.each([
    [
      'a lone surrogate in guestEmail',
      'billing.guestCheckout',
      { priceId: 'pro_monthly', guestEmail: `${LONE_SURROGATE}@example.com` },
    ],
    ['a U+0000 in an address', 'auth.signUp', { email: 'ma\u0000ya@example.com', password: 'forty warm bowls' }],
    [
      '10,000 levels',
      'auth.signUp',
      `{"email":"maya@example.com","password":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    ],
  ])('%s', async (_, path, body) => {
    expect(await post(`/trpc/${path}`, body)).toMatchObject({
      status: 400,
      body: expect.stringContaining('INVALID_INPUT'),
    });
    expect(app.emails).toEqual([]);
  });

  test('U+0000 in the subject of a dismissed notice', async () => {
    const maya = await aPerson(app);
    const body = { topic: 'usage_warning', subject: 'messages\u00002026-11' };
    expect((await post('/trpc/usage.dismissNotice', body, { cookie: maya.cookie() })).status).toBe(400);
  });

  test('in a signed-out call like any other', async () => {
    expect((await post('/trpc/usage.dismissNotice', { topic: '\u0000' })).status).toBe(400);
  });

  test.each([
    [
      'metadata of 10,000 levels',
      `{"email":"maya@example.com","password":"forty warm bowls","data":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    ],
    [
      'metadata with a lone surrogate',
      { email: 'maya@example.com', password: 'forty warm bowls', data: { shop: LONE_SURROGATE } },
    ],
  ])('%s at the token API', async (_, body) => {
    expect(await post('/auth/v1/signup', body)).toMatchObject({
      status: 400,
      body: expect.stringContaining('validation_failed'),
    });
  });

  test('a lone surrogate in the issuer of a factor', async () => {
    const maya = await aPerson(app, { password: 'forty warm bowls' });
    const signedIn = await post('/auth/v1/token?grant_type=password', {
      email: maya.email,
      password: 'forty warm bowls',
    });
    const { access_token: token } = JSON.parse(signedIn.body) as { access_token: string }; // reason: GoTrue's shape
    const headers = { authorization: `Bearer ${token}` };
    const body = { factor_type: 'totp', friendly_name: 'Phone', issuer: LONE_SURROGATE };
    expect((await post('/auth/v1/factors', body, headers)).status).toBe(400);
  });

  test('in a form, which keeps the other fields', async () => {
    const form = new URLSearchParams({
      name: 'Ma\u0000ya',
      email: 'maya@example.com',
      topic: 'question',
      message: 'Do you deliver?',
    });
    const answer = await post('/contact', form.toString(), { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { appCode: 'INVALID_INPUT', values: { name: 'Maya', message: 'Do you deliver?' } },
    });
  });
});

test.each(['/trpc/auth.signUp', '/auth/v1/signup', '/auth/v1/token?grant_type=password'])(
  'a missing field at %s is refused in our own words, not in a library’s',
  async (path) => {
    const { status, body } = await post(path, { email: 'maya@example.com' });
    expect(status).toBe(400);
    expect(body).toContain(ERROR_CODES.INVALID_INPUT.text);
    expect(body).not.toContain('expected string');
  },
);

test.each(['{"answers":', '', 'NaN'])('invalid JSON (%j) opens no stream', async (input) => {
  const maya = await aPerson(app);
  const headers = { cookie: maya.cookie() };
  const answer = await app.app.request(`/trpc/live.follow?input=${encodeURIComponent(input)}`, { headers });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('INVALID_INPUT')]);
});

test.each(['/trpc/%', '/trpc/%ff', '/trpc/auth.session%'])('%s is not a procedure', async (path) => {
  expect((await app.app.request(path)).status).toBe(404);
  expect((await post(path, {})).status).toBe(404);
});

test.each(['', 'v1=', 't=1,v1=', 't=1,v1=,v1=', 't=,v1=00', 'v1', ',,,', 't=9999999999,v1=é'])(
  '"%s" is not a valid Stripe signature',
  async (signature) => {
    const known = await createTestApp({
      stripe: { baseUrl: null, secretKey: 'sk_test_none', webhookSecrets: ['whsec_test'] },
    });
    const answer = await known.app.request('/webhooks/stripe', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: '{}',
    });
    expect(answer.status).toBe(400);
  },
);

describe('a mailbox that the mail server rejects', () => {
  const MISSING = 'bounce@example.com';
  beforeEach(() => {
    app.missingMailboxes.add(MISSING);
  });

  const rows = async () => [
    ...(await app.db.selectFrom('users').select('email').where('email', '=', MISSING).execute()),
    ...(await app.db.selectFrom('email_links').select('purpose').execute()),
  ];

  test.each(['/trpc/auth.signUp', '/auth/v1/signup'])('cannot sign up at %s, and nothing is kept', async (path) => {
    const answer = await post(path, { email: MISSING, password: 'forty warm bowls' });
    expect(answer.status).toBe(422);
    expect(answer.body).toContain(ERROR_CODES.MAILBOX_REFUSED.text);
    expect(await rows()).toEqual([]);
  });

  test('gets no link for a new password, and none stays pending', async () => {
    await aPerson(app, { email: MISSING });
    expect((await post('/trpc/auth.requestPasswordReset', { email: MISSING })).status).toBe(422);
    expect(await rows()).toEqual([{ email: MISSING }]);
  });

  test('cannot become an account’s new address, and no change stays pending', async () => {
    const maya = await aPerson(app);
    const answer = await post('/trpc/account.changeEmail', { email: MISSING }, { cookie: maya.cookie() });
    expect(answer.status).toBe(422);
    expect(await maya.api.account.get.query()).toMatchObject({ pendingEmail: null });
  });

  test.each(['auth.resendConfirmation', 'auth.requestPasswordReset'])('is reported by %s', async (path) => {
    expect((await post(`/trpc/${path}`, { email: MISSING })).status).toBe(422);
  });
});

describe('a raw connection', () => {
  let served: Awaited<ReturnType<typeof overHttp>>;
  beforeAll(async () => {
    served = await overHttp(await createTestApp());
  });
  afterAll(() => served.close());

  /** Sends a raw request line, which no client library would allow. */
  async function sendLine(line: string): Promise<number> {
    const { hostname, port } = new URL(served.url);
    const socket = connect(Number(port), hostname);
    socket.end(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(await text(socket))?.[1]);
  }

  test.each([
    ['GET http://localhost:3000/health/live', 200],
    ['GET http://evil.example/health/live', 200],
    ['GET http://maya:secret@evil.example:1/health/live', 200],
    ['POST http://maya:secret@evil.example/webhooks/stripe', 400],
    ['GET http://[/health/live', 400],
    ['GET http://', 400],
    ['OPTIONS *', 400],
    ['GET foo', 400],
    ['GET //evil.example/health/live', 404],
  ])('with the request line "%s" is answered with %i', async (line, status) => {
    expect(await sendLine(line)).toBe(status);
  });

  test.each([
    '/newsletter',
    '/webhooks/stripe',
    '/trpc/contact.send',
    '/auth/v1/recover',
    '/automations/approval',
    '/brain/files/0191d9f0-0000-7000-8000-000000000000',
  ])(
    'a connection that breaks in the middle of a body to %s isn’t logged as our error or the database’s',
    async (path) => {
      const errors: { event: string }[] = [];
      const warnings: typeof errors = [];
      const maya = await aPerson(app);
      const log = Object.assign(createLog('silent'), {
        error: (line: { event: string }) => errors.push(line),
        warn: (line: { event: string }) => warnings.push(line),
      });
      const product = createApp({ ...app.container, log });
      const abandoned = Promise.withResolvers<Response>();
      const left = await overHttp({
        app: new Hono().all('*', async (c) => {
          const answer = await product.fetch(c.req.raw);
          abandoned.resolve(answer);
          return answer;
        }),
      });
      const { hostname, port } = new URL(left.url);
      const socket = connect(Number(port), hostname);
      const type = path.startsWith('/trpc') || path.startsWith('/auth') ? 'application/json' : 'text/plain';
      const headers = ['Host: localhost', `Content-Type: ${type}`, 'Content-Length: 100', `Cookie: ${maya.cookie()}`];
      socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{"ema`);
      socket.setTimeout(50, () => socket.destroy());
      const answer = await abandoned.promise;
      await left.close();
      expect(answer.status).toBeLessThan(500);
      expect(errors).toEqual([]);
      expect(warnings).not.toContainEqual(expect.objectContaining({ event: 'database in trouble' }));
    },
  );

  test('with a header that is too large is refused', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const asked = httpRequest(
      `${served.url}/health/live`,
      { headers: { cookie: `x=${'%'.repeat(20_000)}` } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    asked.on('error', reject);
    asked.end();
    expect(await promise).toBe(431);
  });
});
