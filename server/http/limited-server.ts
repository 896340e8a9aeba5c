import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * How long a connection may take, in milliseconds. Node's own limits are a minute for the headers, five for a request, and none
 * for a reader who stops reading; half-open connections are nearly free, but not for ever.
 */
const CONNECTION_LIMITS = {
  /** From the connection, or the request before, to the last header. */
  headersMs: 15_000,
  /** From the first byte to the last: the largest body, 256 KiB, at the speed of a bad phone line (4 KiB a second). */
  requestMs: 64_000,
  /** With neither a byte read nor written. Longer than any answer is silent: visitors wait 30 s, streams give a sign of life each 15 s. */
  silenceMs: 120_000,
  /** Between two requests. docs/nginx.conf lets go of a connection before this. */
  idleMs: 5_000,
  /** How often the first two are looked at. */
  checkEveryMs: 5_000,
};

/** An HTTP server that no slow or silent client can hold: it closes what does not get on in time. */
export function createLimitedServer(listener: RequestListener, limits: Partial<typeof CONNECTION_LIMITS> = {}): Server {
  const { headersMs, requestMs, silenceMs, idleMs, checkEveryMs } = { ...CONNECTION_LIMITS, ...limits };
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: checkEveryMs,
    },
    listener,
  );
  server.timeout = silenceMs;
  // Node drops what is beyond the limit without a word: with 1,000 headers of their own, somebody could push out the
  // X-Forwarded-For that a proxy adds at the end. All of them together have 16 KiB anyway.
  server.maxHeadersCount = 0;
  return server;
}
