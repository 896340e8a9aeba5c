import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { clientAddress, createProxyTrust } from './client-address.ts';
import { createClientOf } from './client-of.ts';

const trust = createProxyTrust(['10.0.0.0/8', '127.0.0.1']);

test.each([
  ['a peer nobody trusts cannot name another address', '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['a trusted proxy names the client', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  [
    'what the client wrote itself before the proxies does not count',
    '10.1.2.3',
    '1.2.3.4, 203.0.113.9, 10.9.9.9',
    '203.0.113.9',
  ],
  ['without the header it is the proxy', '::ffff:127.0.0.1', undefined, '127.0.0.1'],
])('%s', (_, peer, header, expected) => {
  expect(clientAddress(peer, header, trust)).toBe(expected);
});

test.each([
  'unknown',
  '_hidden',
  '',
  '"',
  'localhost',
  '203.0.113',
  '203.0.113.009',
  '203.0.113.9:port',
  '203.0.113.9:443:443',
  '[203.0.113.9',
  '[2001:db8::1]]',
  '2001:db8::1::2',
])('what stands before the unreadable hop "%s" may be forged, so the proxy’s own address counts', (hop) => {
  expect(clientAddress('127.0.0.1', `1.2.3.4, ${hop}`, trust)).toBe('127.0.0.1');
  expect(clientAddress('127.0.0.1', `1.2.3.4, ${hop}, 10.9.9.9`, trust)).toBe('10.9.9.9');
});

test.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  [' \t203.0.113.9 ', '203.0.113.9'],
  ['"203.0.113.9:51234"', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:DB8::1]:51234"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('a hop written as %s is %s', (hop, expected) => {
  expect(clientAddress('127.0.0.1', hop, trust)).toBe(expected);
});

test.each(['10.1.2.3:8080', '::FFFF:10.1.2.3', '[::ffff:10.1.2.3]:80'])(
  'a trusted proxy may be written as %s',
  (hop) => {
    expect(clientAddress('127.0.0.1', `203.0.113.9, ${hop}`, trust)).toBe('203.0.113.9');
  },
);

test('TRUSTED_PROXIES takes any spelling of an address', () => {
  const isTrusted = createProxyTrust(['[2001:DB8::1]', '::FFFF:192.0.2.1', '2001:DB8:1::/48', '::ffff:10.0.0.0/104']);
  for (const address of ['2001:db8::1', '192.0.2.1', '2001:db8:1::5', '10.255.0.1'])
    expect(isTrusted(address), address).toBe(true);
  for (const address of ['2001:db8::2', '11.0.0.1', '192.0.2.2']) expect(isTrusted(address), address).toBe(false);
});

test('the first forwarded header from a peer that nobody trusts is one warning, with the peer and the setting', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const clientOf = createClientOf(['10.0.0.0/8'], log);
  const app = new Hono().get('/', (c) => c.text(clientOf(c).address));
  const ask = async (headers: Record<string, string>) => (await app.request('/', { headers })).text();
  expect(await ask({})).toBe('127.0.0.1');
  expect(warn).not.toHaveBeenCalled();
  for (let count = 0; count < 3; count += 1) expect(await ask({ 'x-forwarded-for': '203.0.113.9' })).toBe('127.0.0.1');
  const about = { event: 'forwarded header not trusted', peer: '127.0.0.1', setting: 'TRUSTED_PROXIES' };
  expect(warn.mock.calls).toEqual([
    [about, 'ignored X-Forwarded-For from 127.0.0.1: if this is your proxy, add it to TRUSTED_PROXIES'],
  ]);
});

test('each peer that nobody trusts is a warning of its own, for up to ten of them', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const clientOf = createClientOf([], log);
  const app = new Hono().get('/', (c) => c.text(clientOf(c).address));
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const askFrom = (remoteAddress: string) => app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
  for (let host = 1; host <= 12; host += 1) for (const _ of [1, 2]) await askFrom(`10.0.0.${host}`);
  const peers = warn.mock.calls.map(([about]) => (about as { peer: string }).peer);
  expect(peers).toEqual(Array.from({ length: 10 }, (_, index) => `10.0.0.${index + 1}`));
});

test.each(['nginx', '10.0.0.0/40', '::ffff:10.0.0.0/8', '10.0.0.0/', '10.0.0.0/eight'])(
  'a proxy written as %s stops the start, by name',
  (proxy) => {
    expect(() => createProxyTrust(['127.0.0.1', proxy])).toThrow(`TRUSTED_PROXIES: ${proxy} is neither`);
  },
);
