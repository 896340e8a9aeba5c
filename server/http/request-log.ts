import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/lib/log.ts';

/** The address of an incoming webhook is a secret of its owner. */
const withoutSecrets = (path: string) => path.replace(/^\/hooks\/.+/, '/hooks/…');

/** Logs one line per request: id, method, path without query, status, milliseconds. The id is returned in X-Request-Id. */
export function requestLog(log: Log): MiddlewareHandler<{ Variables: { requestId: string } }> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set('requestId', requestId);
    const start = performance.now();
    await next();
    // Not c.header(): it would copy the whole response once there is one.
    c.res.headers.set('x-request-id', requestId);
    const isAsset = c.req.path.startsWith('/assets/') || c.req.path.startsWith('/health/');
    const line = {
      requestId,
      method: c.req.method,
      path: withoutSecrets(c.req.path).slice(0, 200),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    };
    if (isAsset) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}
