import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A clock for CLOCK_URL that stands still and, unlike the sandbox's, can be set back. */
export async function startFreeClock(begins: string) {
  let time = begins;
  const server = createServer((_, outgoing) => void outgoing.end(time));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return {
    environment: { CLOCK_URL: `http://127.0.0.1:${port}` },
    moveTo: (next: string): void => {
      time = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
