import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { createMailPing } from './mail-ping.ts';
import type { ModelSettings } from './model/model-client.ts';
import { createModelPing } from './model/model-ping.ts';
import { createStripePing } from './stripe/stripe-ping.ts';

const LIMIT_MS = 300;

let sandbox: Sandbox;
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pings-'));
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, dataDir, log: createLog('silent'), pace: 'instant' });
});
afterAll(() => sandbox.close());

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Accepts connections and never answers. */
async function silence(): Promise<number> {
  const sockets = new Set<{ destroy: () => void }>();
  const server = createSocketServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function within(limitMs: number, work: Promise<unknown>) {
  const begun = performance.now();
  await expect(work).rejects.toThrow();
  expect(performance.now() - begun).toBeLessThan(limitMs);
}

const model = (baseUrl: string, more: Partial<ModelSettings> = {}): ModelSettings => ({
  provider: 'openai-compatible',
  baseUrl,
  apiKey: 'key',
  model: 'any',
  ...more,
});
const stripe = (baseUrl: string) => ({ baseUrl, secretKey: 'sk_test_none', webhookSecrets: [] });

describe('the sandbox answers', () => {
  test('as a model', () => createModelPing(model(sandbox.modelBaseUrl))());

  test('as a mail server', () => createMailPing(sandbox.smtpUrl)());

  test('as Stripe', () => {
    const { host, port, protocol, apiKey: secretKey } = sandbox.stripe;
    return createStripePing({ baseUrl: `${protocol}://${host}:${port}`, secretKey, webhookSecrets: [] })();
  });
});

describe('the model', () => {
  test('is pinged the way each provider expects', async () => {
    const asked: unknown[] = [];
    const url = await serve(({ method, url: path, headers }, response) => {
      asked.push([method, path, headers.authorization ?? null, headers['x-api-key'] ?? null]);
      response.end('{}');
    });
    await createModelPing(model(`${url}/v1/`, { provider: 'openai' }))();
    await createModelPing(model(`${url}/v1`, { provider: 'anthropic' }))();
    await createModelPing(model(`${url}/v1`, { apiKey: null }))();
    expect(asked).toEqual([
      ['GET', '/v1/models', 'Bearer key', null],
      ['GET', '/v1/models', null, 'key'],
      ['GET', '/v1/models', null, null],
    ]);
  });

  test.each([
    [200, true],
    [404, true],
    [405, true],
    [302, false],
    [401, false],
    [403, false],
    [429, false],
    [500, false],
    [503, false],
  ])('that answers %i is up: %s', async (status, isUp) => {
    const url = await serve((_request, response) => response.writeHead(status, { location: '/elsewhere' }).end());
    const asking = createModelPing(model(url))();
    if (isUp) await expect(asking).resolves.toBeUndefined();
    else await expect(asking).rejects.toThrow();
  });
});

describe('a ping fails in time if nothing answers from', () => {
  test('a model', async () => {
    await within(10 * LIMIT_MS, createModelPing(model(`http://127.0.0.1:${await silence()}`), LIMIT_MS)());
    await within(10 * LIMIT_MS, createModelPing(model('http://127.0.0.1:9'), LIMIT_MS)());
    await within(10 * LIMIT_MS, createModelPing(model(''), LIMIT_MS)());
  });

  test('a mail server', async () => {
    await within(10 * LIMIT_MS, createMailPing(`smtp://127.0.0.1:${await silence()}`, LIMIT_MS)());
    await within(10 * LIMIT_MS, createMailPing('smtp://127.0.0.1:9', LIMIT_MS)());
  });

  test('Stripe', async () => {
    await within(10 * LIMIT_MS, createStripePing(stripe(`http://127.0.0.1:${await silence()}`), LIMIT_MS)());
    await within(10 * LIMIT_MS, createStripePing(stripe('http://127.0.0.1:9'), LIMIT_MS)());
  });
});
