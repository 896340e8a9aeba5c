import { once } from 'node:events';
import { request, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createLimitedServer } from './limited-server.ts';

const CHECKED = { headersMs: 300, requestMs: 300, checkEveryMs: 50 };
const HALF_OPEN = 500;
/** More than the buffers between two sockets on one machine can hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener, limits: Parameters<typeof createLimitedServer>[1] = {}) {
  const server = createLimitedServer(listener, limits);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // reason: it listens on TCP
}

/** A connection that has sent these bytes, and a promise of its closing. */
async function open(port: number, words: string): Promise<{ socket: Socket; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  closers.push(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (words !== '') socket.write(words);
  return { socket, closed: once(socket, 'close') };
}

test('500 half-open connections delay no one, and are closed', async () => {
  const port = await serve((_, response) => response.end('here'), CHECKED);
  const halves = ['', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-more: '];
  const opened = await Promise.all(
    Array.from({ length: HALF_OPEN }, (_, index) => open(port, halves[index % halves.length] ?? '')),
  );
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
  for (const { socket } of opened) socket.resume();
  await Promise.all(opened.map(({ closed }) => closed));
});

test('a body that trickles in is cut off', async () => {
  const outcome = Promise.withResolvers<string>();
  const port = await serve(
    (incoming) => void text(incoming).then(outcome.resolve, () => outcome.resolve('broken')),
    CHECKED,
  );
  const { socket, closed } = await open(port, 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{');
  socket.resume();
  await closed;
  expect(await outcome.promise).toBe('broken');
});

test('a file that is uploaded has more time, and not forever', async () => {
  const outcome = Promise.withResolvers<string>();
  const port = await serve((incoming) => void text(incoming).then(outcome.resolve, () => outcome.resolve('broken')), {
    ...CHECKED,
    requestMs: 100,
    uploadMs: 400,
  });
  const began = performance.now();
  const head = 'POST /brain/files/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{';
  const { socket, closed } = await open(port, head);
  socket.resume();
  await closed;
  expect(await outcome.promise).toBe('broken');
  expect(performance.now() - began).toBeGreaterThan(300);
});

test('a reader who stops reading is disconnected, and its pending data is dropped', async () => {
  const lost = Promise.withResolvers<boolean>();
  const port = await serve(
    (_, response) => {
      response.on('close', () => lost.resolve(!response.writableFinished));
      response.end(LARGE);
    },
    { silenceMs: 300 },
  );
  const { socket } = await open(port, 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  socket.pause();
  expect(await lost.promise).toBe(true);
});

test('extra headers cannot push out the one that a proxy adds last', async () => {
  const port = await serve((incoming, response) => response.end(incoming.headers['x-forwarded-for']));
  const headers = Array.from({ length: 1_100 }, (_, index) => [`a${index.toString(36)}`, '']).flat();
  const sent = request({
    port,
    host: '127.0.0.1',
    headers: ['host', 'localhost', ...headers, 'x-forwarded-for', '203.0.113.7'],
  });
  sent.end();
  const [response] = await once(sent, 'response');
  expect(await text(response)).toBe('203.0.113.7');
});
