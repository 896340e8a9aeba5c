import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dialAddress, type Dial } from '#server/gateways/web/connection.ts';
import { PUBLIC_ADDRESS } from '#tests/support/web/pretend-web.ts';
import { CALL_LIMITS, createOutgoingCalls } from './outgoing-calls.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});
const HOST = 'hooks.shop.example';
const stillRunning = new AbortController().signal;
const CALL = { url: `https://${HOST}/in?key=1`, headers: { 'idempotency-key': 'abc' }, body: '{"a":"ä"}' };

type Answer = (...exchange: Parameters<RequestListener>) => unknown;
/** Another system that answers what the test says. */
async function otherSystem(answer: Answer, limits: Partial<typeof CALL_LIMITS> = {}, dial: Dial = dialAddress) {
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const standIns = new Map([[HOST, new URL(`http://127.0.0.1:${port}`)]]);
  return createOutgoingCalls({ standIns, userAgent: 'Tenfold/1.0', dial }, { ...CALL_LIMITS, ...limits });
}
async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const piece of request) text += String(piece);
  return text;
}

test('a call is one POST of JSON with its headers, and its response is text', async () => {
  const got: unknown[] = [];
  const calls = await otherSystem(async (request, response) => {
    const { method, url, headers } = request;
    got.push({
      method,
      url,
      text: await textOf(request),
      key: headers['idempotency-key'],
      type: headers['content-type'],
    });
    got.push(headers.cookie, headers['user-agent'], headers.host);
    response.writeHead(201).end('Created ✓');
  });
  expect(await calls.call(CALL, stillRunning)).toEqual({ kind: 'sent', status: 201, text: 'Created ✓' });
  expect(got).toEqual([
    { method: 'POST', url: '/in?key=1', text: CALL.body, key: 'abc', type: 'application/json' },
    undefined,
    'Tenfold/1.0',
    HOST,
  ]);
});

describe('a response', () => {
  test.each([
    [200, 'sent'],
    [204, 'sent'],
    [301, 'refused'],
    [307, 'refused'],
    [400, 'refused'],
    [404, 'refused'],
    [410, 'refused'],
    [429, 'later'],
    [500, 'unknown'],
    [502, 'unknown'],
    [503, 'later'],
  ] as const)('of %d means %s', async (status, kind) => {
    let asked = 0;
    const calls = await otherSystem((_, response) => {
      asked += 1;
      response.writeHead(status, { location: 'https://127.0.0.1/inside' }).end();
    });
    expect(await calls.call(CALL, stillRunning)).toMatchObject(kind === 'unknown' ? { kind } : { kind, status });
    expect(asked, 'a redirect isn’t followed').toBe(1);
  });

  test('of 50 MB, or without an end, is read up to 10 kB', async () => {
    const calls = await otherSystem((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write('x'.repeat(64 * 1_024)));
        response.once('drain', more);
      };
      more();
    });
    const outcome = await calls.call(CALL, stillRunning);
    expect(outcome).toMatchObject({ kind: 'sent', status: 200 });
    expect('text' in outcome && outcome.text.length).toBe(10 * 1_024);
  });

  test('that breaks off keeps what arrived, because its status is known', async () => {
    const calls = await otherSystem((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('Half', () => response.destroy());
    });
    expect(await calls.call(CALL, stillRunning)).toMatchObject({ kind: 'sent', status: 200, text: 'Half' });
  });
});

describe('nobody knows whether a call arrived', () => {
  test('that was cut off before an answer', async () => {
    const calls = await otherSystem((request) => request.socket.destroy());
    expect(await calls.call(CALL, stillRunning)).toEqual({ kind: 'unknown', text: '' });
  });

  test('that isn’t answered in time, or whose run ends', async () => {
    const silent: Answer = () => undefined;
    expect(await (await otherSystem(silent, { totalMs: 100 })).call(CALL, stillRunning)).toEqual({
      kind: 'unknown',
      text: '',
    });
    const ending = new AbortController();
    const calls = await otherSystem(() => ending.abort());
    expect(await calls.call(CALL, ending.signal)).toEqual({ kind: 'unknown', text: '' });
  });
});

test('a call that is called off at the last moment isn’t made, and says why', async () => {
  let asked = 0;
  const calls = await otherSystem((_, response) => {
    asked += 1;
    response.end();
  });
  const calledOff = () => Promise.reject(new Error('not ours anymore'));
  await expect(calls.call(CALL, stillRunning, calledOff)).rejects.toThrow('not ours anymore');
  expect(asked).toBe(0);
});

test('a call whose connection is reset right before it is sent isn’t made, and can be retried', async () => {
  const isClosed = Promise.withResolvers<void>();
  const dial: Dial = (target) => dialAddress(target).once('close', isClosed.resolve);
  const calls = await otherSystem(() => undefined, { totalMs: 2_000 }, dial);
  const isAccepted = Promise.withResolvers<Socket>();
  server?.once('connection', isAccepted.resolve);
  const reset = async () => {
    (await isAccepted.promise).resetAndDestroy();
    await isClosed.promise;
  };
  expect(await calls.call(CALL, stillRunning, reset)).toEqual({ kind: 'later', status: null, text: '' });
});

test('a call that can’t be connected may be made later', async () => {
  const calls = await otherSystem(() => undefined);
  server?.close();
  expect(await calls.call(CALL, stillRunning)).toEqual({ kind: 'later', status: null, text: '' });
});

describe('nothing is sent', () => {
  test.each([
    'http://hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://user:password@hooks.example.com/',
    'https://hooks.example.com:8443/',
    'https://printer/',
    'https://db.internal/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//hooks.example.com',
    '',
  ])('to %s', async (url) => {
    const dial = vi.fn<Dial>();
    const resolve = async () => [PUBLIC_ADDRESS];
    const calls = createOutgoingCalls({ standIns: new Map(), userAgent: 'x', resolve, dial });
    expect(await calls.call({ ...CALL, url }, stillRunning)).toEqual({ kind: 'not_allowed' });
    expect(dial).not.toHaveBeenCalled();
  });

  test.each([['127.0.0.1'], [PUBLIC_ADDRESS, '10.0.0.1'], ['::ffff:192.168.0.1'], []])(
    'to a name that leads to %s %s',
    async (...addresses) => {
      const dial = vi.fn<Dial>();
      const calls = createOutgoingCalls({ standIns: new Map(), userAgent: 'x', resolve: async () => addresses, dial });
      const outcome = await calls.call({ ...CALL, url: 'https://rebound.example.com/' }, stillRunning);
      expect(outcome).toEqual({ kind: 'not_allowed' });
      expect(dial).not.toHaveBeenCalled();
    },
  );

  test('without a certificate that is valid for the name', async () => {
    const dial = vi.fn<Dial>(() => {
      const socket = new Socket();
      const error = Object.assign(new Error('wrong name'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
      setImmediate(() => socket.destroy(error));
      return socket;
    });
    const resolve = async () => [PUBLIC_ADDRESS];
    const calls = createOutgoingCalls({ standIns: new Map(), userAgent: 'x', resolve, dial });
    const outcome = await calls.call({ ...CALL, url: 'https://hooks.example.com/' }, stillRunning);
    expect(outcome).toMatchObject({ kind: 'later', status: null });
    expect(dial).toHaveBeenCalledWith({ address: PUBLIC_ADDRESS, port: 443, tlsName: 'hooks.example.com' });
  });
});
