import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { problemOf, PUBLIC_ADDRESS } from '#tests/support/web/pretend-web.ts';
import { createResolve } from './connection.ts';

const [A, AAAA] = [1, 28];
const [REFUSED, NO_SUCH_NAME] = [5, 3];
/** What the name server knows: addresses by name and kind, or a code of failure. A name that it doesn't know gets no reply. */
const NAMES: Record<string, number | { [A]?: number[][]; [AAAA]?: number[][] }> = {
  'both.com': { [A]: [[93, 184, 216, 34]], [AAAA]: [[0x26, 0x06, ...Array.from({ length: 13 }, () => 0), 1]] },
  'four.com': {
    [A]: [
      [93, 184, 216, 34],
      [10, 0, 0, 5],
    ],
  },
  'empty.com': {},
  'missing.com': NO_SUCH_NAME,
  'failing.com': REFUSED,
};

/** Reads the name that a question is for; it begins after the header of 12 bytes. */
function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

const server = createSocket('udp4', (message, from) => {
  const { name, type, end } = questionIn(message);
  const known = NAMES[name];
  if (known === undefined) return asked.push(name);
  const addresses = typeof known === 'number' || (type !== A && type !== AAAA) ? [] : (known[type] ?? []);
  const header = Buffer.alloc(12);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof known === 'number' ? known : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  // Each answer points back to the name in the question, and lives for a minute.
  const answers = addresses.map((bytes) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  server.send(Buffer.concat([header, message.subarray(12, end), ...answers]), from.port, from.address);
  return undefined;
}).bind(0, '127.0.0.1');
const asked: string[] = [];
await once(server, 'listening');
afterAll(() => server.close());
const resolve = createResolve([`127.0.0.1:${server.address().port}`]);
const never = new AbortController().signal;

test.each([
  ['both.com', [PUBLIC_ADDRESS, '2606::1']],
  ['four.com', [PUBLIC_ADDRESS, '10.0.0.5']],
  ['empty.com', []],
  ['missing.com', []],
])('%s leads to %j', async (name, addresses) => {
  expect(await resolve(name, never)).toEqual(addresses);
});

test('a name server that fails isn’t one that doesn’t know the name', async () => {
  expect(await problemOf(resolve('failing.com', never))).toBe('unreachable');
});

test('a lookup can be stopped', async () => {
  const stop = new AbortController();
  const lookup = resolve('silent.com', stop.signal);
  while (asked.length === 0) await once(server, 'message');
  stop.abort();
  expect(await problemOf(lookup)).toBe('unreachable');
});
