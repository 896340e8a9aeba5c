import type { MiddlewareHandler } from 'hono';
import { ERROR_CODES } from '#contract/errors.ts';

/** Refuses an address with an encoded U+0000 in it, the one character of an address that no table can hold. */
export function plainAddress(): MiddlewareHandler {
  const { status, text } = ERROR_CODES.INVALID_INPUT;
  return async (c, next) =>
    c.req.url.includes('%00') ? c.json({ error: { appCode: 'INVALID_INPUT', message: text } }, status) : next();
}
