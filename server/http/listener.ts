import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

type Fetch = Parameters<typeof getRequestListener>[0];
/** Answers a request on its own, or says that it didn't. */
type ShortCut = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The path of a request target. Proxies may send it in absolute form, whose host must be ignored like a forged Host header
 * (RFC 9112, section 3.2.2); one with a password in it can't even be made a Request. What is no target stays as it is.
 */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const url = /^https?:\/\//.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : target;
}

/** What Node calls for each request: the short cut first, then the app. */
export function createListener(fetch: Fetch, shortCut: ShortCut = () => false): RequestListener {
  const answer = getRequestListener(fetch);
  return (request, response) => {
    request.url = pathOf(request.url ?? '/');
    if (!shortCut(request, response)) void answer(request, response);
  };
}
