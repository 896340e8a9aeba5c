import { brokenJson } from '../json-text.mjs';
import { oddString } from '../odd-strings.mjs';
import { JSON_TYPE, recipe } from '../recipe.mjs';
import { valueOf } from '../schema-values.mjs';

const GRANTS = ['password', 'refresh_token', 'pkce', '', '__proto__', 'password&grant_type=refresh_token'];
const SCOPES = ['', '?scope=global', '?scope=local', '?scope=others', '?scope=all', '?scope=', '?scope=%'];

const id = (random, world) =>
  random.isChance(0.7) ? world.idOf(random, 'any') : encodeURIComponent(oddString(random, 200).toWellFormed());

/** A client that sends the browser to a sign-in service, and where it wants to be answered. */
function authorize(random) {
  const query = {
    provider: random.pick(['google', 'slack', 'github', '__proto__', '']),
    code_challenge: random.isChance(0.7) ? 'c'.repeat(43) : oddString(random, 100).toWellFormed(),
    code_challenge_method: random.pick(['s256', 'S256', 'plain', '']),
    redirect_to: random.isChance(0.5)
      ? random.pick([
          'http://127.0.0.1:8912/done',
          'http://localhost/?a=%',
          'https://evil.example/',
          '//evil.example',
          '',
        ])
      : oddString(random, 500).toWellFormed(),
  };
  return `/authorize?${new URLSearchParams(query).toString()}`;
}

/** Every endpoint of /auth/v1: the name of its body's schema, and its path. */
const ENDPOINTS = [
  {
    method: 'POST',
    schema: 'signupBody',
    at: (random) =>
      `/signup${random.isChance(0.2) ? `?redirect_to=${encodeURIComponent(oddString(random, 500).toWellFormed())}` : ''}`,
  },
  { method: 'POST', schema: 'passwordGrantBody', at: () => '/token?grant_type=password' },
  { method: 'POST', schema: 'refreshGrantBody', at: () => '/token?grant_type=refresh_token' },
  { method: 'POST', schema: 'pkceGrantBody', at: () => '/token?grant_type=pkce' },
  { method: 'GET', schema: null, at: authorize },
  { method: 'POST', schema: 'passwordGrantBody', at: (random) => `/token?grant_type=${random.pick(GRANTS)}` },
  { method: 'GET', schema: null, at: () => '/user' },
  { method: 'PUT', schema: 'userBody', at: () => '/user' },
  { method: 'GET', schema: null, at: () => '/reauthenticate' },
  { method: 'POST', schema: null, at: (random) => `/logout${random.pick(SCOPES)}` },
  { method: 'POST', schema: 'resendBody', at: () => '/resend' },
  { method: 'POST', schema: 'recoverBody', at: () => '/recover' },
  { method: 'POST', schema: 'factorBody', at: () => '/factors' },
  { method: 'DELETE', schema: null, at: (random, world) => `/factors/${id(random, world)}` },
  { method: 'POST', schema: 'challengeBody', at: (random, world) => `/factors/${id(random, world)}/challenge` },
  { method: 'POST', schema: 'verifyBody', at: (random, world) => `/factors/${id(random, world)}/verify` },
  { method: 'GET', schema: null, at: () => '/.well-known/jwks.json' },
];

/** Metadata may be any object, so it is made deep and odd rather than by its schema. */
function metadata(random) {
  let value = random.pick([
    {},
    { plan: 'pro' },
    { a: oddString(random, 3_000) },
    { [oddString(random, 100)]: 1 },
    { full_name: 'Maya' },
  ]);
  const depth = random.pick([0, 1, 5, 200, 2_000]);
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { a: value } : [value];
  return Array.isArray(value) ? { list: value } : value;
}

export function gotrueFamily(random, world) {
  const { method, schema, at } = random.pick(ENDPOINTS);
  const path = at(random, world);
  const label = `/auth/v1${path.split('?')[0].replace(/\/factors\/[^/]+/, '/factors/:id')}`;
  const target = `/auth/v1${path}`;
  const as = { kind: random.weighted({ token: 6, nobody: 2, cookie: 1 }), slot: world.slot(random) };
  if (schema === null)
    return recipe({ method, target, label, as, body: method === 'GET' || random.isChance(0.7) ? null : '{}' });
  const value = valueOf(world.authBodies[schema], random, world, {
    mode: random.weighted({ valid: 4, boundary: 2, near: 4 }),
  });
  if (typeof value === 'object' && value !== null && 'data' in value && random.isChance(0.8))
    value.data = metadata(random);
  let body = JSON.stringify(value) ?? '';
  if (random.isChance(0.2)) body = brokenJson(body, random);
  return recipe({
    method,
    target,
    label,
    as,
    headers: [random.isChance(0.95) ? JSON_TYPE : ['content-type', 'text/plain']],
    body,
  });
}
