import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { startSandbox, type Sandbox } from '../sandbox.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
const APP = 'https://tenfold.example';
const REDIRECT = 'http://localhost:3000/auth/callback/google';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const start = () => {
  const log = createLog('silent');
  return startSandbox({ host: '127.0.0.1', port: 0, dataDir, log, pace: 'instant', appUrl: APP });
};
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await start();
});
afterAll(() => sandbox.close());

const usual = {
  response_type: 'code',
  client_id: 'tenfold-sandbox',
  redirect_uri: REDIRECT,
  scope: 'openid email profile',
  state: 'the state',
  nonce: 'the nonce',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};
type Name = 'google' | 'slack';

const page = (changes: Record<string, string> = {}, name: Name = 'google') =>
  fetch(`${sandbox.oauth[name].issuer}/authorize?${new URLSearchParams({ ...usual, ...changes }).toString()}`, {
    redirect: 'manual',
  });
async function submit(fields: Record<string, string>, name: Name = 'google') {
  const body = new URLSearchParams({ ...usual, ...fields });
  const response = await fetch(`${sandbox.oauth[name].issuer}/authorize`, { method: 'POST', body, redirect: 'manual' });
  const location = response.headers.get('location');
  return { response, answer: location ? Object.fromEntries(new URL(location).searchParams) : {} };
}
const allow = async (email: string, name: Name = 'google') =>
  (await submit({ email, name: 'Maya', decision: 'allow' }, name)).answer['code'] ?? '';
type Tokens = { id_token?: string; error?: string; ok?: boolean };
async function exchange(code: string, changes: Record<string, string> = {}, secret = 'sandbox-secret') {
  const { issuer: url, ...body } = { issuer: sandbox.oauth.google.issuer, ...changes };
  const usualBody = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER };
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`tenfold-sandbox:${secret}`)}` },
    body: new URLSearchParams({ ...usualBody, ...body }),
  });
  return { status: response.status, body: (await response.json()) as Tokens };
}
const json = async <T>(url: string) => (await (await fetch(url)).json()) as T;

describe('the consent page', () => {
  test('asks who you are, with a form that may only be sent here and redirect to the product, or to a script on this machine', async () => {
    const response = await page();
    const text = await response.text();
    expect(response.status).toBe(200);
    for (const part of ['Sign in with Google', '<label for="email">Email</label>', 'Allow', 'Cancel'])
      expect(text).toContain(part);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' http://localhost:3000 http://127.0.0.1:* http://localhost:*;");
    expect(policy).toContain("default-src 'none'");
    expect(await (await page({}, 'slack')).text()).toContain('Sign in with Slack');
  });

  test('never runs markup it was sent', async () => {
    const text = await (await page({ state: '"><script>alert(1)</script>' })).text();
    expect(text).not.toContain('<script>alert');
  });

  test('keeps what was typed when the email address is invalid', async () => {
    const { response } = await submit({ email: 'no address', name: 'Maya <b>', decision: 'allow' });
    expect(response.status).toBe(422);
    const text = await response.text();
    expect(text).toContain('Please enter a valid email address');
    expect(text).toContain('value="no address"');
    expect(text).toContain('value="Maya &lt;b&gt;"');
  });

  test('offers the most recent accounts, even after a restart', async () => {
    await allow('early@example.com');
    await allow('late@example.com', 'slack');
    await sandbox.close();
    sandbox = await start();
    const text = await (await page()).text();
    expect(text.indexOf('value="late@example.com"')).toBeGreaterThan(0);
    expect(text.indexOf('value="early@example.com"')).toBeGreaterThan(text.indexOf('value="late@example.com"'));
    const { answer } = await submit({ known: 'early@example.com' });
    expect(answer).toMatchObject({ state: 'the state', code: expect.any(String) });
  });

  test.each([
    ['another host', { redirect_uri: 'https://evil.example/auth/callback/google' }],
    ['a host that only looks like this machine', { redirect_uri: 'http://localhost.evil.example/' }],
    ['a name and password in front', { redirect_uri: 'http://localhost:3000@evil.example/' }],
    ['no web address', { redirect_uri: 'javascript:alert(1)' }],
    ['an unknown client', { client_id: 'another' }],
  ])('never redirects to %s', async (_, changes) => {
    const response = await page(changes);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    const submitted = await submit({ ...changes, email: 'maya@example.com', decision: 'allow' });
    expect(submitted.response.status).toBe(400);
  });

  test('redirects to the product’s own host as well', async () => {
    expect((await page({ redirect_uri: `${APP}/auth/callback/google` })).status).toBe(200);
  });

  test.each([
    ['no openid', { scope: 'email' }],
    ['another kind of answer', { response_type: 'token' }],
    ['a plain proof key', { code_challenge_method: 'plain' }],
  ])('tells the product when it asks for %s', async (_, changes) => {
    const location = new URL((await page(changes)).headers.get('location') ?? '');
    expect(Object.fromEntries(location.searchParams)).toEqual({ error: 'invalid_request', state: 'the state' });
  });

  test('tells the product about a cancellation or a failure', async () => {
    expect((await submit({ decision: 'cancel' })).answer).toEqual({ error: 'access_denied', state: 'the state' });
    const { answer } = await submit({ email: 'server-error@example.com', decision: 'allow' });
    expect(answer).toEqual({ error: 'server_error', state: 'the state' });
  });
});

describe('a code', () => {
  test('is good for one token, which names the person and the client', async () => {
    const code = await allow('Maya@example.com');
    const { body } = await exchange(code);
    const { issuer } = sandbox.oauth.google;
    const keys = createLocalJWKSet(await json<JSONWebKeySet>(`${issuer}/jwks`));
    const { payload } = await jwtVerify(body.id_token ?? '', keys, { issuer, audience: 'tenfold-sandbox' });
    expect(payload).toMatchObject({
      email: 'Maya@example.com',
      email_verified: true,
      name: 'Maya',
      nonce: 'the nonce',
    });
    expect(payload.sub).toMatch(/^\d{21}$/);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test.each([
    ['another secret', {}, 'wrong', 401, 'invalid_client'],
    ['another address to go back to', { redirect_uri: `${REDIRECT}/x` }, undefined, 400, 'invalid_grant'],
    ['another proof key', { code_verifier: 'w'.repeat(43) }, undefined, 400, 'invalid_grant'],
    ['another kind of grant', { grant_type: 'password' }, undefined, 400, 'unsupported_grant_type'],
  ])('is refused with %s', async (_, changes, secret, status, error) => {
    expect(await exchange(await allow('maya@example.com'), changes, secret)).toEqual({ status, body: { error } });
  });

  test('is refused by Slack with status 200, as the real Slack does', async () => {
    const refused = await exchange('made-up', { issuer: sandbox.oauth.slack.issuer });
    expect(refused).toEqual({ status: 200, body: { ok: false, error: 'invalid_code' } });
  });
});

describe('the provider', () => {
  test('has a discovery document; only Google announces proof keys', async () => {
    const described = (name: Name) =>
      json<Record<string, unknown>>(`${sandbox.oauth[name].issuer}/.well-known/openid-configuration`);
    const { issuer } = sandbox.oauth.google;
    expect(await described('google')).toMatchObject({
      issuer,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: ['S256'],
    });
    expect(await described('slack')).not.toHaveProperty('code_challenge_methods_supported');
  });

  test('keeps its signing key across restarts, in a file only its owner can read', async () => {
    const jwks = () => json<JSONWebKeySet>(`${sandbox.oauth.google.issuer}/jwks`);
    const before = await jwks();
    await sandbox.close();
    sandbox = await start();
    expect(await jwks()).toEqual(before);
    expect(Object.keys(before.keys[0] ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const file = join(dataDir, 'sandbox', 'openid-key.json');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"d"');
  });

  test('gives an address the same subject whatever its case, and a different one at each service', async () => {
    const subjectOf = async (email: string, name: Name = 'google') => {
      const { body } = await exchange(await allow(email, name), { issuer: sandbox.oauth[name].issuer });
      return decodeJwt(body.id_token ?? '').sub;
    };
    expect(await subjectOf('maya@example.com')).toBe(await subjectOf('MAYA@example.com'));
    expect(await subjectOf('maya@example.com')).not.toBe(await subjectOf('nora@example.com'));
    expect(await subjectOf('maya@example.com', 'slack')).toMatch(/^U[0-9A-F]{10}$/);
  });
});
