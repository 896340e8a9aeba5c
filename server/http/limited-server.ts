import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';

/**
 * How long a connection may take, in milliseconds. Node allows a minute for the headers, five for a request, and has no limit for a reader
 * who stops reading; half-open connections are nearly free, but they must not last forever.
 */
const CONNECTION_LIMITS = {
  /** From the start of the connection, or the previous request, to the last header. */
  headersMs: 15_000,
  /** From the first byte to the last: the largest body, 256 KiB, at the speed of a bad phone line (4 KiB a second). */
  requestMs: 64_000,
  /** The same for a file that is uploaded, up to 20 MB: at 1 Mbit/s it takes almost three minutes. */
  uploadMs: 250_000,
  /** Without a byte read or written. Longer than any answer is silent: visitors wait 30 s, and streams send a ping every 15 s. */
  silenceMs: 120_000,
  /** Between two requests. docs/nginx.conf closes its connections sooner. */
  idleMs: 5_000,
  /** How often the first two limits are checked. */
  checkEveryMs: 5_000,
};

const UPLOADS = '/brain/files/';
const isUpload = ({ method, url }: IncomingMessage) => method === 'POST' && url?.startsWith(UPLOADS);
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Cuts off a request whose body takes too long, unless it is an upload: those are limited by the server itself. */
function limitBody(request: IncomingMessage, requestMs: number): void {
  if (!hasBody(request) || isUpload(request)) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, requestMs);
  request.once('close', () => clearTimeout(timer));
}

/** An HTTP server that slow or silent clients can't tie up: it closes connections that make no progress. */
export function createLimitedServer(listener: RequestListener, limits: Partial<typeof CONNECTION_LIMITS> = {}): Server {
  const { headersMs, requestMs, uploadMs, silenceMs, idleMs, checkEveryMs } = { ...CONNECTION_LIMITS, ...limits };
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: Math.max(requestMs, uploadMs),
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: checkEveryMs,
    },
    (request, response) => {
      limitBody(request, requestMs);
      listener(request, response);
    },
  );
  server.timeout = silenceMs;
  // Node silently drops headers beyond its limit: with 1,000 headers of their own, a client could push out the X-Forwarded-For that a proxy
  // appends. Together they are limited to 16 KiB anyway.
  server.maxHeadersCount = 0;
  return server;
}
