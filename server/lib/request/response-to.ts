import type { ClientRequest, IncomingMessage } from 'node:http';

/** A server that sends more of these before its response is stalling: each one is handled on its own. */
const INFORMATIONAL_MAX = 20;

/**
 * The response to a request of `node:http`. Rejects if there is none: `close` is the last event of every request, also of one that is
 * answered with 101 Switching Protocols, which has neither `response` nor `error`.
 */
export function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let informational = 0;
  outgoing.on('information', () => {
    informational += 1;
    if (informational > INFORMATIONAL_MAX) outgoing.destroy(new Error('too many informational responses'));
  });
  outgoing.on('response', resolve);
  // Stays, because an error after the response must not go unhandled.
  outgoing.on('error', reject);
  outgoing.on('close', () => reject(new Error('the connection was closed before a response')));
  return promise;
}
