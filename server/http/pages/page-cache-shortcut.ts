import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodingFor, type CachedPage } from './page-cache.ts';
import { ALWAYS_SECURE, HTTPS_ONLY } from './security-headers.ts';

type Options = {
  /** The cached page for a visitor without a cookie, found by the request target. Undefined until it has been rendered. */
  findReady: (target: string) => CachedPage | undefined;
  isHttps: boolean;
};

/**
 * Serves cached pages to visitors without a cookie: most requests to a public site, and all those of crawlers. Going through the app takes
 * twice as long as Node needs for the bytes (docs/decisions/017). Returns whether it has answered; everything else goes to the app, which
 * gives the same request the same response. Like a static file, such a page isn't logged.
 */
export function createPageCacheShortcut({ findReady, isHttps }: Options) {
  const always = Object.entries({ ...ALWAYS_SECURE, ...(isHttps ? HTTPS_ONLY : {}) }).flat();
  const lists = new WeakMap<object, string[]>();

  function headersOf(copy: CachedPage['br']): string[] {
    const known = lists.get(copy);
    if (known) return known;
    const list = [...Object.entries(copy.headers).flat(), ...always, 'content-length', String(copy.body.length)];
    lists.set(copy, list);
    return list;
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const page = request.method === 'GET' ? findReady(request.url ?? '') : undefined;
    if (!page) return false;
    const { headers } = request;
    if (headers.cookie !== undefined) return false;
    const copy = page[encodingFor(headers['accept-encoding'])];
    const isKnown = headers['if-none-match'] === page.etag;
    response.writeHead(isKnown ? 304 : 200, headersOf(copy));
    response.end(isKnown ? undefined : copy.body);
    return true;
  };
}
