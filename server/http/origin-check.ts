import type { MiddlewareHandler } from 'hono';
import { ERROR_CODES } from '#contract/errors.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests that a browser marks as coming from another site. Scripts send neither header, and they don't carry our
 * cookie by accident.
 */
export function originCheck(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async (c, next) => {
    if (!SAFE.has(c.req.method)) {
      const site = c.req.header('sec-fetch-site');
      const origin = c.req.header('origin');
      const isForeign =
        (origin !== undefined && origin !== own) ||
        (origin === undefined && site !== undefined && site !== 'same-origin' && site !== 'none');
      if (isForeign)
        return c.json({ error: { appCode: 'FORBIDDEN_ORIGIN', message: ERROR_CODES.FORBIDDEN_ORIGIN.text } }, 403);
    }
    return next();
  };
}
