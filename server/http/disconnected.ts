import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';

/** What nginx calls it; HTTP has no status for it. */
const CLIENT_CLOSED_REQUEST = 499 as StatusCode; // reason: Hono's type knows the statuses of the standard only

/** Whether the client has gone, most often in the middle of its own body. */
export const hasDisconnected = (c: Context): boolean => c.req.raw.signal.aborted;

/** Nobody will read this response. */
export const answerDisconnected = (c: Context): Response => c.body(null, CLIENT_CLOSED_REQUEST);
