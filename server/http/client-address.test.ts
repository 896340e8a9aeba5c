import { expect, test } from 'vitest';
import { clientAddress, createProxyTrust } from './client-address.ts';

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

test.each(['nginx', '10.0.0.0/40', '10.0.0.0/', '10.0.0.0/eight'])(
  'a proxy written as %s stops the start, by name',
  (proxy) => {
    expect(() => createProxyTrust(['127.0.0.1', proxy])).toThrow(`TRUSTED_PROXIES: ${proxy} is neither`);
  },
);
