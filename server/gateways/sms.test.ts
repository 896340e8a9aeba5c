import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { SILENT } from '#sandbox/sms/sms-faults.ts';
import { startSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { createSmsGateway, SMS_LIMITS } from './sms.ts';

const log = createLog('silent');
const LIMITS = { ...SMS_LIMITS, timeoutMs: 300, pauseMs: 1 };
const outcome = (work: Promise<void>) =>
  work.then(
    () => 'sent',
    (error: { code?: string }) => error.code,
  );

describe('against a server that records requests', () => {
  type Seen = { method: string; url: string; headers: IncomingMessage['headers']; form: Record<string, string> };
  let seen: Seen[];
  let answer: (response: ServerResponse) => void;
  let server: Server;
  let baseUrl: string;

  beforeEach(async () => {
    seen = [];
    answer = (response) => void response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
    server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      const take = async () => {
        const form = Object.fromEntries(new URLSearchParams(await text(request)));
        seen.push({ method, url, headers, form });
        answer(response);
      };
      void take();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const gateway = () =>
    createSmsGateway({ baseUrl: `${baseUrl}/`, account: 'AC1', token: 's3cret', from: '+15550100100' }, log, LIMITS);

  test('a message has the format Twilio documents', async () => {
    await gateway().send({ to: '+46701234567', channel: 'sms', text: 'Your code: 123456 & more' });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/2010-04-01/Accounts/AC1/Messages.json',
        headers: {
          authorization: `Basic ${Buffer.from('AC1:s3cret').toString('base64')}`,
          'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
          'i-twilio-idempotency-token': expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
        form: { To: '+46701234567', From: '+15550100100', Body: 'Your code: 123456 & more' },
      },
    ]);
  });

  test('WhatsApp prefixes both numbers', async () => {
    await gateway().send({ to: '+46701234567', channel: 'whatsapp', text: 'Hello' });
    expect(seen[0]?.form).toMatchObject({ To: 'whatsapp:+46701234567', From: 'whatsapp:+15550100100' });
  });

  test.each([21211, 21408, 21610, 21612, 21614, 63003])('code %i blames the number, and is final', async (code) => {
    answer = (response) => void response.writeHead(400).end(JSON.stringify({ code, message: 'no', status: 400 }));
    expect(await outcome(gateway().send({ to: '+15005550001', channel: 'sms', text: 'x' }))).toBe('PHONE_REFUSED');
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['a key that is wrong', 401, '{"code":20003}'],
    ['a sender that is not ours', 400, '{"code":21606}'],
    ['an answer that is not JSON', 400, '<html>'],
    ['a redirect', 302, ''],
  ])('%s is our own problem and is not retried', async (_, status, body) => {
    answer = (response) => void response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end(body);
    expect(await outcome(gateway().send({ to: '+46701234567', channel: 'sms', text: 'x' }))).toBe('SMS_UNAVAILABLE');
    expect(seen).toHaveLength(1);
  });

  test.each([429, 500, 503])('status %i is tried three times, always as the same message', async (status) => {
    answer = (response) => void response.writeHead(status).end('{}');
    expect(await outcome(gateway().send({ to: '+46701234567', channel: 'sms', text: 'x' }))).toBe('SMS_UNAVAILABLE');
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ headers }) => headers['i-twilio-idempotency-token'])).size).toBe(1);
  });

  test('two messages are sent separately, even with the same text', async () => {
    await gateway().send({ to: '+46701234567', channel: 'sms', text: 'x' });
    await gateway().send({ to: '+46701234567', channel: 'sms', text: 'x' });
    expect(new Set(seen.map(({ headers }) => headers['i-twilio-idempotency-token'])).size).toBe(2);
  });

  test('a silent server is abandoned after the timeout of each try', async () => {
    answer = () => undefined;
    expect(await outcome(gateway().send({ to: '+46701234567', channel: 'sms', text: 'x' }))).toBe('SMS_UNAVAILABLE');
    expect(seen).toHaveLength(3);
  });

  test('an accepted message counts as sent even if the response never ends', async () => {
    answer = (response) => void response.writeHead(201).write('{"sid":');
    expect(await outcome(gateway().send({ to: '+46701234567', channel: 'sms', text: 'x' }))).toBe('sent');
    expect(seen).toHaveLength(1);
  });

  test('an endless response is not read to its end', async () => {
    answer = (response) => void response.writeHead(400).end(`{"code":21211,"x":"${'x'.repeat(5_000_000)}"}`);
    expect(await outcome(gateway().send({ to: '+46701234567', channel: 'sms', text: 'x' }))).toBe('SMS_UNAVAILABLE');
  });

  test('a port where nothing listens counts as no answer', async () => {
    const nowhere = createSmsGateway(
      { baseUrl: 'http://127.0.0.1:1', account: 'a', token: 'b', from: 'c' },
      log,
      LIMITS,
    );
    expect(await outcome(nowhere.send({ to: '+46701234567', channel: 'sms', text: 'x' }))).toBe('SMS_UNAVAILABLE');
  });
});

describe('against the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ host: '127.0.0.1', port: 0, dataDir: mkdtempSync(join(tmpdir(), 'sms-')), log });
  });
  afterAll(() => sandbox.close());
  /** Only the number that never answers needs a short wait. */
  const limitsFor = (to: string) => (to === SILENT ? LIMITS : { ...LIMITS, timeoutMs: SMS_LIMITS.timeoutMs });
  const send = (to: string) =>
    outcome(
      createSmsGateway(sandbox.sms, log, limitsFor(to)).send({ to, channel: 'sms', text: `Code 123456 for ${to}` }),
    );
  const received = async (to: string) => {
    const response = await fetch(`${sandbox.url}/inbox.json?to=${encodeURIComponent(to)}`);
    return ((await response.json()) as unknown[]).length; // reason: the shape is not read
  };

  test.each([
    ['+46701234567', 'sent', 1],
    ['+15005550001', 'PHONE_REFUSED', 0],
    ['+15005550002', 'PHONE_REFUSED', 0],
    ['+15005550003', 'PHONE_REFUSED', 0],
    ['+15005550004', 'PHONE_REFUSED', 0],
    ['+15005550009', 'PHONE_REFUSED', 0],
    ['+15005550010', 'SMS_UNAVAILABLE', 0],
    ['+15005550011', 'SMS_UNAVAILABLE', 0],
    ['+15005550012', 'sent', 1],
    ['+15005550013', 'sent', 1],
    ['+15005550014', 'SMS_UNAVAILABLE', 0],
    ['+15005550015', 'SMS_UNAVAILABLE', 0],
  ])('a message to %s: %s, received %i times', async (to, wanted, times) => {
    expect(await send(to)).toBe(wanted);
    expect(await received(to)).toBe(times);
  });
});
