import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { problemOf, PUBLIC_ADDRESS } from '#tests/support/web/pretend-web.ts';
import { urlOf } from '#tests/support/model/model-provider.ts';
import { dialAddress, openConnection, type Dial, type DialTarget } from './connection.ts';

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const port = Number(new URL(urlOf(server)).port);
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const connecting = (addresses: string[], dial: Dial) => ({
  resolve: async () => addresses,
  dial,
  standIns: new Map<string, URL>(),
  connectMs: 1_000,
});
const open = (addresses: string[], dial: Dial, url = 'http://fernandkiln.com/') =>
  openConnection(new URL(url), connecting(addresses, dial), new AbortController().signal);
const local = () => {
  const socket = dialAddress({ address: '127.0.0.1', port, tlsName: null });
  sockets.push(socket);
  return socket;
};
const failing = (code: string) => {
  const socket = new Socket();
  queueMicrotask(() => socket.destroy(Object.assign(new Error(code), { code })));
  return socket;
};

test('IPv4 comes first, and an address that doesn’t answer gives way to the next', async () => {
  const dialed: DialTarget[] = [];
  const dial: Dial = (target) => {
    dialed.push(target);
    return target.address === '9.9.9.9' ? local() : failing('ECONNREFUSED');
  };
  await open(['2600::1', PUBLIC_ADDRESS, '9.9.9.9'], dial);
  expect(dialed.map(({ address }) => address)).toEqual([PUBLIC_ADDRESS, '9.9.9.9']);
});

test('a site whose addresses all fail is tried three times', async () => {
  let tries = 0;
  const dial: Dial = () => failing(`ECONNREFUSED ${(tries += 1)}`);
  expect(await problemOf(open(['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4'], dial))).toBe('unreachable');
  expect(tries).toBe(3);
});

test('an address that never connects is given up', async () => {
  const dial: Dial = () => new Socket();
  const slow = { ...connecting([PUBLIC_ADDRESS], dial), connectMs: 5 };
  const opening = openConnection(new URL('http://fernandkiln.com/'), slow, new AbortController().signal);
  expect(await problemOf(opening)).toBe('unreachable');
});

test.each([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('a certificate that fails with %s is named as the problem', async (code) => {
  expect(await problemOf(open([PUBLIC_ADDRESS], () => failing(code), 'https://fernandkiln.com/'))).toBe(
    'bad_certificate',
  );
});

test('over TLS, the address is the checked one and the name is the site’s', async () => {
  const hello = new Promise<string>((resolve) => {
    server.once('connection', (socket) => {
      sockets.push(socket);
      socket.once('data', (data) => resolve(data.toString('latin1')));
    });
  });
  const socket = dialAddress({ address: '127.0.0.1', port, tlsName: 'fernandkiln.com' });
  socket.on('error', () => undefined);
  sockets.push(socket);
  expect(await hello).toContain('fernandkiln.com');
});

describe('a TLS handshake', () => {
  const dialTls: Dial = () => dialAddress({ address: '127.0.0.1', port, tlsName: 'fernandkiln.com' });
  const hear = (answer: (socket: Socket) => void) =>
    server.once('connection', (socket) => {
      sockets.push(socket.on('error', () => undefined));
      answer(socket);
    });
  const url = new URL('https://fernandkiln.com/');

  test.each<[string, (socket: Socket) => void]>([
    ['never ends', () => undefined],
    ['is answered with something else', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['is answered with the end of the connection', (socket) => socket.end()],
    ['is answered with a reset', (socket) => socket.resetAndDestroy()],
  ])('a TLS handshake that %s fails to connect', async (_what, answer) => {
    hear(answer);
    const settings = { ...connecting([PUBLIC_ADDRESS], dialTls), connectMs: 200 };
    expect(await problemOf(openConnection(url, settings, new AbortController().signal))).toBe('unreachable');
  });

  test('a TLS handshake that is aborted ends right away with the abort reason', async () => {
    const stop = new AbortController();
    const reason = new Error('stopped');
    hear(() => stop.abort(reason));
    await expect(openConnection(url, connecting([PUBLIC_ADDRESS], dialTls), stop.signal)).rejects.toBe(reason);
  });
});

test('a DNS lookup that never ends stops as soon as it is aborted, with the abort reason', async () => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  const settings = { ...connecting([], local), resolve: () => new Promise<string[]>(() => stop.abort(reason)) };
  await expect(openConnection(new URL('http://fernandkiln.com/'), settings, stop.signal)).rejects.toBe(reason);
});

test('a host with a stand-in is answered there, without a lookup and without TLS', async () => {
  const dialed: DialTarget[] = [];
  const dial: Dial = (target) => {
    dialed.push(target);
    return local();
  };
  const standIns = new Map([['fernandkiln.example', new URL('http://127.0.0.1:3001')]]);
  const settings = { ...connecting([], dial), standIns };
  await openConnection(new URL('https://fernandkiln.example/'), settings, new AbortController().signal);
  expect(dialed).toEqual([{ address: '127.0.0.1', port: 3001, tlsName: null }]);
  for (const other of ['https://www.fernandkiln.example/', 'http://127.0.0.1:3001/'])
    expect(await problemOf(openConnection(new URL(other), settings, new AbortController().signal))).toBe('not_public');
});
