import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * The most informational (1xx) responses before the final one. Each one costs us an event, so a flood of them would
 * block the process.
 */
const INFORMATIONAL_MAX = 20;

/**
 * Resolves with the response to a `node:http` request, or rejects if it ends without one. `close` is the last event of
 * every request: a 101 Switching Protocols, for example, emits neither `response` nor `error`.
 */
export function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let informational = 0;
  outgoing.on('information', () => {
    informational += 1;
    if (informational > INFORMATIONAL_MAX) outgoing.destroy(new Error('too many informational responses'));
  });
  outgoing.on('response', resolve);
  // This listener stays, because an error after the response must not go unhandled.
  outgoing.on('error', reject);
  outgoing.on('close', () => reject(new Error('the connection was closed before a response')));
  return promise;
}
