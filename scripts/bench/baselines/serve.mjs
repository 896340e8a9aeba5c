import { once } from 'node:events';
import { serveCalls } from '../calls.mjs';

/** Listens on a free port and reports it to the bench. */
export function serveBaseline(server) {
  server.keepAliveTimeout = 60_000;
  const listening = once(server.listen(0, '127.0.0.1'), 'listening');
  serveCalls({
    port: async () => {
      await listening;
      return server.address().port;
    },
  });
}
