import { brokenJson } from '../json-text.mjs';
import { oddString } from '../odd-strings.mjs';
import { JSON_TYPE, recipe } from '../recipe.mjs';
import { valueOf } from '../schema-values.mjs';

/** Calls in one batch, some more than the product accepts. */
const BATCH_SIZES = [1, 2, 2, 3, 5, 8, 20, 21, 25];
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/xml',
  'application/jsonl',
  'text/event-stream',
  '',
  ';',
  'application/json, application/json',
];
const NO_PROCEDURES = [
  '__proto__',
  'constructor',
  'toString',
  'auth',
  'auth.',
  '.auth',
  'auth.session.',
  'auth..session',
  'auth/session',
  'hasOwnProperty',
  '%2e',
  '%',
  'auth.session%00',
  'auth%2Esession',
  'live.follow%00',
  ',',
  ',,,',
  'a'.repeat(5_000),
];

const MODES = { valid: 5, boundary: 2, near: 4 };

const inputText = (procedure, random, world) => {
  if (!procedure.schema) return random.isChance(0.8) ? null : JSON.stringify(oddString(random, 1_000));
  const value = valueOf(procedure.schema, random, world, { mode: random.weighted(MODES) });
  return JSON.stringify(value) ?? 'null';
};

/** Node itself refuses longer request lines (431), so most longer input goes by POST. */
const query = (parts) => {
  const text = new URLSearchParams(parts).toString();
  return text === '' ? '' : `?${text}`;
};

/** A call as the product's own client makes it, with valid and nearly valid input. */
export function callFamily(random, world) {
  const procedure = random.pick(world.procedures);
  const { path, type } = procedure;
  const text = inputText(procedure, random, world);
  const isPost = type === 'mutation' ? random.isChance(0.97) : random.isChance(0.03);
  const label = `/trpc/${path}`;
  const isStream = path === 'visitor.ask' || type === 'subscription';
  const headers =
    isStream || random.isChance(0.02) ? [['accept', random.pick(['application/jsonl', 'text/event-stream'])]] : [];
  if (isPost)
    return recipe({
      method: 'POST',
      target: label,
      label,
      headers: [...headers, JSON_TYPE],
      body: text ?? '',
      isStream,
    });
  return recipe({
    target: label + query(text === null ? {} : { input: text.slice(0, 12_000) }),
    label,
    headers,
    isStream,
  });
}

/** Several calls in one request, by either method, with duplicates among them. */
export function batchFamily(random, world) {
  const isPost = random.isChance(0.6);
  const kind = isPost ? 'mutation' : 'query';
  const fitting = world.procedures.filter(({ type }) => type === kind);
  const pool = random.isChance(0.8) ? fitting : world.procedures;
  const size = random.pick(BATCH_SIZES);
  const one = random.pick(pool);
  const isSame = random.isChance(0.35);
  const calls = Array.from({ length: size }, () => (isSame ? one : random.pick(pool)));
  const first = inputText(one, random, world);
  const inputs = calls.map((procedure) =>
    isSame && random.isChance(0.8) ? first : inputText(procedure, random, world),
  );
  const body = `{${inputs.flatMap((text, index) => (text === null ? [] : [`"${index}":${text}`])).join(',')}}`;
  const names = calls.map(({ path }) => path).join(',');
  const label = `/trpc batch of ${isSame ? one.path : kind}`;
  const headers = random.isChance(0.25) ? [[random.pick(['trpc-accept', 'accept']), 'application/jsonl']] : [];
  const isStream = calls.some(({ path, type }) => path === 'visitor.ask' || type === 'subscription');
  const target = `/trpc/${names}?batch=1`;
  if (isPost) return recipe({ method: 'POST', target, label, headers: [...headers, JSON_TYPE], body, isStream });
  return recipe({
    target: `${target}&${new URLSearchParams({ input: body.slice(0, 10_000) }).toString()}`,
    label,
    headers,
    isStream,
  });
}

/** A call whose envelope is malformed. */
export function brokenCallFamily(random, world) {
  const procedure = random.pick(world.procedures.filter(({ schema }) => schema));
  const text = brokenJson(inputText(procedure, random, world), random);
  const path = random.isChance(0.85) ? procedure.path : random.pick(NO_PROCEDURES);
  const label = `/trpc/${path.slice(0, 40)} (broken)`;
  const type = random.isChance(0.6) ? JSON_TYPE : ['content-type', random.pick(CONTENT_TYPES)];
  const odd = random.pick([
    '',
    '',
    '',
    '?batch=1',
    '?batch=1&batch=1',
    '?input=',
    '?input=%',
    '?batch=0',
    '?input=%7B',
    '?batch=1&input=%5B',
  ]);
  if (random.isChance(procedure.type === 'mutation' ? 0.9 : 0.15))
    return recipe({
      method: random.pick(['POST', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE']),
      target: `/trpc/${path}${odd}`,
      label,
      headers: [type],
      body: text,
    });
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS']);
  return recipe({ method, target: `/trpc/${path}${query({ input: text.slice(0, 10_000) })}`, label });
}

/** Streamed answers: requested correctly, requested incompletely, and abandoned in the middle. */
export function streamFamily(random, world) {
  if (random.isChance(0.5)) {
    const procedure = world.procedures.find(({ path }) => path === 'visitor.ask');
    const text = inputText(procedure, random, world);
    const headers = [
      JSON_TYPE,
      [random.pick(['trpc-accept', 'accept']), random.pick(['application/jsonl', 'text/event-stream', '*/*'])],
    ];
    return recipe({
      method: 'POST',
      target: '/trpc/visitor.ask',
      label: '/trpc/visitor.ask (stream)',
      headers,
      body: text,
      isStream: true,
    });
  }
  const procedure = world.procedures.find(({ path }) => path === 'live.follow');
  let text = inputText(procedure, random, world);
  if (random.isChance(0.3)) text = brokenJson(text, random);
  const headers = [
    ['accept', 'text/event-stream'],
    ...(random.isChance(0.3) ? [['last-event-id', oddHeader(random)]] : []),
  ];
  const extra = random.isChance(0.1) ? { batch: '1' } : {};
  return recipe({
    target: `/trpc/live.follow${query({ ...extra, input: text.slice(0, 10_000) })}`,
    label: '/trpc/live.follow (stream)',
    headers,
    isStream: true,
  });
}

const oddHeader = (random) => random.pick(['', '0', '-1', '1e999', '%', 'a'.repeat(2_000)]);
