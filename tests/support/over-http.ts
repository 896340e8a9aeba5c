import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createListener } from '#server/http/listener.ts';

type Served = { fetch: Parameters<typeof createListener>[0] };

/** The test app behind a real port, for clients that bring their own fetch. */
export async function overHttp({ app }: { app: Served }) {
  const server = createServer(createListener(app.fetch));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    /** Breaks every connection, like a restarting proxy. */
    breakLines: () => server.closeAllConnections(),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
