import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
let sandbox: Sandbox;

beforeAll(async () => {
  const appUrl = 'http://tenfold.local:3000';
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, dataDir, log: createLog('silent'), appUrl });
  const transport = createTransport(sandbox.smtpUrl);
  await transport.sendMail({ from: 'a@b.example', to: 'nora@example.com', subject: 'Code', text: 'It is 123456.' });
  transport.close();
});
afterAll(() => sandbox.close());

/** Sends a request with this Host header, as a browser would after DNS rebinding. `fetch` can't set Host. */
async function ask(host: string, path: string, { method = 'GET', headers = {} } = {}) {
  const { hostname, port } = new URL(sandbox.url);
  const sent = request({ hostname, port, path, method, headers: { ...headers, host } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // reason: what the event carries
  return { status: response.statusCode, body: await text(response) };
}

describe('a request for any other host', () => {
  test.each([
    'rebound.attacker.example',
    'rebound.attacker.example:3001',
    'localhost.attacker.example',
    'localhost.',
    'attacker.example@localhost',
    'localhost:3001@attacker.example',
    '127.0.0.1.nip.io',
    '127.0.0.2',
    '[::1',
  ])('a request for the host %j can’t read the inbox', async (host) => {
    const { status, body } = await ask(host, '/inbox.json?to=nora@example.com');
    expect(body).not.toContain('123456');
    expect([400, 421]).toContain(status);
  });

  test.each([
    ['GET', '/'],
    ['GET', '/inbox'],
    ['GET', '/inbox/latest'],
    ['GET', '/prompts.json'],
    ['GET', '/website/shop'],
    ['GET', '/stripe'],
    ['GET', '/google/.well-known/openid-configuration'],
    ['GET', '/v1/models'],
    ['POST', '/v1/chat/completions'],
    ['POST', '/2010-04-01/Accounts/sandbox/Messages.json'],
    ['GET', '/nowhere'],
  ])('a request for another host gets only a sentence that names the allowed hosts: %s %s', async (method, path) => {
    expect(await ask('rebound.attacker.example', path, { method })).toEqual({
      status: 421,
      body: 'The sandbox only answers at localhost, 127.0.0.1, [::1] and tenfold.local.\n',
    });
  });

  test('an HTTP/1.0 request without a Host header can’t read the inbox', async () => {
    const { hostname, port } = new URL(sandbox.url);
    const socket = connect(Number(port), hostname).end('GET /inbox.json HTTP/1.0\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('123456');
  });

  test('a request for another host can’t upgrade the connection', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' };
    expect(await ask('rebound.attacker.example', '/inbox.json', { headers })).toMatchObject({ status: 421 });
  });
});

test.each(['localhost', 'LocalHost:3001', '127.0.0.1:3001', '[::1]:3001', 'tenfold.local', 'tenfold.local:3001'])(
  'the sandbox answers at %s',
  async (host) => {
    expect((await ask(host, '/inbox.json?to=nora@example.com')).body).toContain('123456');
  },
);

test('the host of an invented website serves that website and nothing else from the sandbox', async () => {
  expect((await ask('fernandkiln.example', '/shop')).body).toContain('Fern mug');
  for (const path of ['/inbox', '/inbox.json', '/prompts.json', '/stripe', '/v1/models', '/website/shop'])
    expect(await ask('fernandkiln.example:3001', path), path).toMatchObject({ status: 404 });
});
