import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Log } from '#server/lib/log.ts';
import { openInbox } from './mail/inbox.ts';
import { startSmtp } from './mail/smtp.ts';
import { createModelApi } from './model/model-api.ts';
import type { Pace } from './model/pace.ts';
import { createPages } from './pages/pages.ts';

type SandboxOptions = {
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Always on loopback; a free port unless given. */
  smtpPort?: number;
  /** The inbox is kept in `sandbox/` below it. One sandbox a directory. */
  dataDir: string;
  log: Log;
  /** `instant` leaves out the waiting between words. */
  pace?: Pace;
  /** For tests; the system's clock otherwise. */
  now?: () => Date;
};

export type Sandbox = { url: string; modelBaseUrl: string; smtpUrl: string; close: () => Promise<void> };

/** The address a client on this machine uses for a server that listens on `host`. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Stands in for the model and the mail server while there are no keys (docs/sandbox.md).
 * Rejects when a port is taken or the directory cannot be written.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host, port, smtpPort = 0, dataDir, log, pace = 'human', now = () => new Date() } = options;
  const inbox = await openInbox(join(dataDir, 'sandbox'));
  const smtp = await startSmtp({ port: smtpPort, inbox, log, now });
  const closing = new AbortController();
  const addresses = { url: '', modelBaseUrl: '', smtpUrl: smtp.smtpUrl };
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route('/v1', createModelApi({ pace, log, now, closing: closing.signal }));
  app.route('/', createPages({ inbox, addresses: () => addresses }));
  const listener = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    await smtp.close();
    throw error;
  }
  const bound = server.address() as AddressInfo; // reason: it listens on TCP
  addresses.url = addressOf(host, bound.port);
  addresses.modelBaseUrl = `${addresses.url}/v1`;
  return {
    ...addresses,
    close: async () => {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([closed, smtp.close()]);
      await inbox.flush();
    },
  };
}
