import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

type Fetch = Parameters<typeof getRequestListener>[0];
/** Answers a request directly, or returns false to leave it to the app. */
type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * The path of a request target. Proxies may send it in absolute form, whose host must be ignored like a forged Host header (RFC 9112,
 * section 3.2.2); one with a password in it can't even be made a Request. Anything else is returned unchanged.
 */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const url = /^https?:\/\//.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : target;
}

/** The handler Node calls for each request: it tries the page cache first, then the app. */
export function createListener(fetch: Fetch, shortcut: Shortcut = () => false): RequestListener {
  const answer = getRequestListener(fetch);
  return (request, response) => {
    request.url = pathOf(request.url ?? '/');
    if (!shortcut(request, response)) void answer(request, response);
  };
}
