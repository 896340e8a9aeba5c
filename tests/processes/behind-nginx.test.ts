// @module-tag full
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { DEMO } from '#db/demo/demo-account.ts';
import { eventually } from './support/eventually.ts';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { startNginx } from './support/nginx.ts';
import { signIn, untilSettled } from './support/person.ts';
import { expectValidHistory } from './support/valid-history.ts';
import { startWorld } from './support/world.ts';

const QUESTION = 'What should we do first this week?';

async function twoBehindNginx() {
  const [port, plain] = [await freePort(), await freePort()];
  const world = await startWorld({
    on: 'postgres',
    processes: 2,
    publicUrl: `https://localhost:${port}`,
    // Otherwise an https address has no demo accounts.
    environment: { TRUSTED_PROXIES: '127.0.0.1', DEMO: 'on' },
  });
  try {
    const processes: [number, number] = [world.process(0).port, world.process(1).port];
    const nginx = await startNginx({ nginx: port, plain, processes });
    const close = async () => {
      await nginx[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    };
    return { world, nginx, [Symbol.asyncDispose]: close };
  } catch (error) {
    await world[Symbol.asyncDispose]();
    throw error;
  }
}

test('a page, a sign-in and a streamed answer come through nginx, each piece as it is written', async () => {
  await using stack = await twoBehindNginx();
  const { nginx, world } = stack;
  const landing = await fetch(nginx.url);
  expect(landing.status).toBe(200);
  expect(await landing.text()).toContain('Ten teammates');

  const maya = await signIn(nginx, DEMO.email);
  const unitsBefore = await maya.unitsUsed(nginx);
  const { sent, reader } = await maya.ask(nginx, QUESTION);
  expect(await reader.untilEnd()).toMatchObject({ status: 'complete' });
  expect(reader.isInOrder).toBe(true);
  expect(await maya.saved(nginx, sent)).toMatchObject({ status: 'complete', content: reader.text });
  expect(await maya.unitsUsed(nginx)).toBe(unitsBefore + 1);
  // Buffered pieces would arrive as a few large ones.
  const largest = Math.max(...reader.pieces.slice(1).map((piece) => piece.text.length));
  expect(reader.pieces.length).toBeGreaterThan(5);
  expect(largest).toBeLessThan(reader.text.length / 3);
  const tookMs = (reader.pieces.at(-1)?.at ?? 0) - (reader.pieces[0]?.at ?? 0);
  expect(tookMs).toBeGreaterThan(2_000);

  // Both processes have served requests.
  for (let count = 0; count < 3; count += 1) await maya.send(nginx, QUESTION);
  await eventually('the model is asked', () => world.model.calls.length === 4, { withinMs: 5_000 });
  expect(new Set(world.model.calls.map(({ caller }) => caller)).size).toBe(2);
});

test('when the writing process dies, the reader finds the answer at the other one and continues there', async () => {
  await using stack = await twoBehindNginx();
  const { nginx, world } = stack;
  const maya = await signIn(nginx, DEMO.email);
  const unitsBefore = await maya.unitsUsed(nginx);
  const { sent, reader } = await maya.ask(nginx, QUESTION);
  await reader.untilLength(150);
  const writer = world.model.calls[0]?.caller === 'a' ? 0 : 1;
  world.process(writer).signal('SIGKILL');
  const killedAt = performance.now();

  // Like a browser: repeats the question from what it has received, until it gets the end.
  let have = reader.text;
  const end = await eventually(
    'a reconnected reader is told the end',
    async () => {
      const again = maya.follow(nginx, sent.answer.id, { attempt: 1, offset: have.length });
      await eventually('it ended', () => again.end ?? again.broken, { withinMs: 12_000 });
      have += again.text;
      return again.end;
    },
    { withinMs: 12_000 },
  );
  expect(end.status).toBe('interrupted');
  expect(performance.now() - killedAt).toBeLessThan(10_000);
  const cutOff = await untilSettled(maya, nginx, sent, 1_000);
  expect(have.startsWith(cutOff.content)).toBe(true);
  expect(await maya.unitsUsed(nginx)).toBe(unitsBefore);

  const next = await maya.ask(nginx, 'And after that?', { conversationId: sent.conversation.id });
  expect(await next.reader.untilEnd()).toMatchObject({ status: 'complete' });
  expectValidHistory(world.model.calls.at(-1), 'And after that?');
});

test('people do not notice a process that is stopped and restarted', async () => {
  await using stack = await twoBehindNginx();
  const { nginx, world } = stack;
  const maya = await signIn(nginx, DEMO.email);
  for (const index of [0, 1]) {
    world.process(index).signal('SIGTERM');
    for (let count = 0; count < 10; count += 1) await maya.unitsUsed(nginx);
    expect(await world.process(index).exited).toEqual({ code: 0, signal: null });
    for (let count = 0; count < 10; count += 1) await maya.unitsUsed(nginx);
    await world.begin(index);
  }
});

test('a process that hangs gets no share of the requests after ten seconds, and no reader sees an error', async () => {
  await using stack = await twoBehindNginx();
  const { nginx, world } = stack;
  const hung = world.process(0);
  const read = async () => {
    const startedAt = performance.now();
    const { status } = await fetch(`${nginx.url}/blog`);
    return { startedAt, tookMs: performance.now() - startedAt, status };
  };
  await Promise.all(Array.from({ length: 8 }, read));
  hung.signal('SIGSTOP');
  const hungAt = performance.now();
  const reads: ReturnType<typeof read>[] = [];
  while (performance.now() - hungAt < 25_000) {
    reads.push(read());
    await pause(100);
  }
  const done = await Promise.all(reads);
  expect(new Set(done.map(({ status }) => status))).toEqual(new Set([200]));
  const late = done.filter(({ tookMs }) => tookMs > 1_000);
  expect(late.length).toBeGreaterThan(0);
  expect(Math.max(...late.map(({ tookMs }) => tookMs))).toBeLessThan(10_000);
  // Afterward one request finds out whether the process is back.
  expect(late.filter(({ startedAt }) => startedAt - hungAt > 10_000).length).toBeLessThanOrEqual(1);

  // Once it is back, the process gets requests again.
  hung.signal('SIGCONT');
  const maya = await signIn(nginx, DEMO.email);
  await eventually(
    'the process answers a question',
    async () => {
      await maya.send(nginx, QUESTION);
      return world.model.calls.some(({ caller }) => caller === 'a');
    },
    { withinMs: 30_000 },
  );
});

test('a slow Stripe makes nginx neither repeat a read nor take its process for dead', async () => {
  await using stack = await twoBehindNginx();
  const { nginx, world } = stack;
  const maya = await signIn(nginx, DEMO.email);
  const call = /^GET \/v1\/promotion_codes/;
  world.stripe.stopAt('request', [{ name: 'promo code', call, ids: [''] }]);
  const startedAt = performance.now();
  const answer = await maya.at(nginx).billing.promoCode.query({ code: 'SPRING' }).then(String, String);
  expect(performance.now() - startedAt, 'longer than other reads may take').toBeGreaterThan(8_000);
  expect(answer, 'an error of ours, not of nginx').toContain('payment provider');
  expect(world.stripe.calls().filter((said) => call.test(said)).length, 'attempts of one process').toBe(3);
  expect(nginx.output()).not.toContain('upstream timed out');
});

test('one HTTP/2 connection carries every stream of a browser and its other requests; plain HTTP leads there', async () => {
  await using stack = await twoBehindNginx();
  const { nginx } = stack;
  const toHttps = await fetch(`${nginx.plainUrl}/blog?tag=email`, { redirect: 'manual' });
  expect([toHttps.status, toHttps.headers.get('location')]).toEqual([301, 'https://localhost/blog?tag=email']);

  const maya = await signIn(nginx, DEMO.email);
  const asked = await Promise.all([0, 1].map(() => maya.send(nginx, QUESTION)));
  const session = connect(nginx.url);
  try {
    await once(session, 'connect');
    expect(session.alpnProtocol).toBe('h2');
    const get = (path: string) => text(session.request({ ':path': path, cookie: maya.cookie() }));
    const answers = asked.map(({ answer }) => ({ messageId: answer.id, attempt: 0, offset: 0 }));
    const input = encodeURIComponent(JSON.stringify({ answers }));
    const streams = Promise.all(Array.from({ length: 8 }, () => get(`/trpc/live.follow?input=${input}`)));
    expect(await get('/'), 'while eight streams are open').toContain('Ten teammates');
    for (const stream of await streams) expect(stream.match(/"type":"end"/g)).toHaveLength(2);
  } finally {
    session.close();
  }
});

/** A failed sign-in from a chosen local address. Returns the status. */
async function failToSignIn(url: string, from: string, email: string, forwardedFor?: string): Promise<number> {
  const send = url.startsWith('https:') ? request : plainRequest;
  const call = send(`${url}/trpc/auth.signIn`, {
    method: 'POST',
    localAddress: from,
    agent: false,
    headers: { 'content-type': 'application/json', ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}) },
  });
  // One password tried at many accounts has a lower limit of its own.
  call.end(JSON.stringify({ email, password: `not the password of ${email}` }));
  return new Promise((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => void text(response).then(() => resolve(response.statusCode ?? 0), reject));
  });
}

async function useUpSignIns(url: string, from: string, forwardedFor: (attempt: number) => string | undefined) {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 101; attempt += 1) {
    const email = `nobody-${from}-${attempt}@example.com`;
    statuses.push(await failToSignIn(url, from, email, forwardedFor(attempt)));
  }
  return statuses;
}

test('a visitor is identified by the address that nginx saw, whatever anyone writes into the header', async () => {
  await using stack = await twoBehindNginx();
  const { nginx, world } = stack;
  const [visitor, another, stranger] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;
  const throughNginx = await useUpSignIns(nginx.url, visitor, (attempt) => `192.0.2.${attempt}`);
  expect(throughNginx.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 401));
  expect(throughNginx.at(-1)).toBe(429);
  expect(await failToSignIn(nginx.url, another, 'somebody@example.com')).toBe(401);

  // Requests that bypass nginx are not trusted: a stranger's header counts for nothing.
  const { url } = world.process(0);
  const pastNginx = await useUpSignIns(url, stranger, (attempt) => `192.0.2.${attempt}`);
  expect(pastNginx.at(-1)).toBe(429);
  expect(await failToSignIn(nginx.url, another, 'somebody@example.com')).toBe(401);
});
