import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchPdf } from './stripe-documents.ts';

const LIMITS = { timeoutMs: 200, bytes: 1_000 };
const answers: Record<string, string | null> = {
  '/pdf': '%PDF-1.4 an invoice',
  '/large': `%PDF-1.4 ${'x'.repeat(2_000)}`,
  '/page': '<h1>Sign in</h1>',
  '/silent': null,
};
const server = createServer((request, response) => {
  const body = answers[request.url ?? ''];
  if (body === undefined) return void response.writeHead(404).end();
  if (body !== null) response.end(body);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['/pdf', true],
  ['/large', false],
  ['/page', false],
  ['/silent', false],
  ['/missing', false],
])('an invoice’s PDF at %s is attached: %s', async (path, isAttached) => {
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const pdf = await fetchPdf(`http://127.0.0.1:${port}${path}`, LIMITS);
  expect(pdf !== null).toBe(isAttached);
});
