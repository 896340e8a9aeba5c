import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { MAX_DOCUMENT_BYTES } from '#contract/brain/document-problems.ts';
import { ERROR_CODES } from '#contract/errors.ts';

/** Largest request body, in bytes. A full batch of long messages fits. */
const MAX_BODY_BYTES = 256 * 1024;
/**
 * How much of an unread body we read and discard. Most clients look for a response only after sending the whole body.
 */
const MAX_DISCARDED_BYTES = MAX_DOCUMENT_BYTES;

/** Refuses bodies over the limit with 413. */
export const limitBodies: MiddlewareHandler = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: (c) => c.json({ error: { appCode: 'TOO_LARGE', message: ERROR_CODES.TOO_LARGE.text } }, 413),
});

/** Reads a body to its end and drops it. Returns false if that can't be done, or would take too much. */
async function discard(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  // A handler that stopped reading in the middle still holds the lock.
  if (body === null || body.locked) return false;
  // Not "for await": leaving that loop early would cancel the stream, and with it the connection.
  const reader = body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    size += value.length;
    if (size > MAX_DISCARDED_BYTES) return false;
  }
}

const isUnread = (incoming: IncomingMessage | undefined) => incoming !== undefined && !incoming.readableEnded;

/**
 * A response may be ready before the request's body has been read, because the request was refused or its path doesn't exist. The rest of
 * the body would be taken for the next request, so Hono's server closes such a connection half a second later, in the middle of whatever is
 * using it by then. This reads the rest of the body, or announces that the connection will close.
 */
export const finishBodies: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = async (c, next) => {
  await next();
  // Requests that tests make in memory have no connection.
  if (!isUnread(c.env?.incoming) || c.req.raw.signal.aborted) return;
  if (!(await discard(c.req.raw.body).catch(() => false))) c.res.headers.set('connection', 'close');
};
