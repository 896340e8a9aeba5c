// @module-tag full
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { startWorld } from './support/world.ts';

const HALF_OPEN = 500;
/** The time the product allows for the headers, and how often it checks. */
const CLOSED_WITHIN_MS = 15_000 + 5_000 + 3_000;

test('500 half-open connections don’t slow down pages, and are closed', async () => {
  await using world = await startWorld({ on: 'embedded' });
  const { port, url } = world.process(0);
  await fetch(url);
  const begun = performance.now();
  const opened = await Promise.all(
    Array.from({ length: HALF_OPEN }, async (_, index): Promise<[Socket, Promise<unknown>]> => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      if (index % 2 === 0) socket.write('POST /trpc/visitor.ask HTTP/1.1\r\nhost: localhost\r\nx-more: ');
      return [socket.resume(), once(socket, 'close')];
    }),
  );
  const askedAt = performance.now();
  const page = await fetch(url);
  expect(page.status).toBe(200);
  await page.text();
  expect(performance.now() - askedAt).toBeLessThan(1_000);
  await Promise.all(opened.map(([, closed]) => closed));
  expect(performance.now() - begun).toBeLessThan(CLOSED_WITHIN_MS);
});
