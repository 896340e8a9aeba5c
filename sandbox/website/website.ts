import { createHash } from 'node:crypto';
import { hostName } from '../host-check.ts';
import { BIG_HOST, BIG_KILN } from './big-kiln.ts';
import { FERN_AND_KILN, HOST, ROBOTS, sitemap } from './fern-and-kiln.ts';
import { answerFault } from './website-faults.ts';

/** The hosts of the invented websites. Nobody can register a name that ends in `.example`. */
export const WEBSITES = [HOST, BIG_HOST] as const;

/** The invented website that a request is for, by its Host header. */
export function websiteOf(host: string | undefined): string | null {
  return WEBSITES.find((known) => known === hostName(host)) ?? null;
}

const HTML = 'text/html; charset=utf-8';

function contentOf(website: string, path: string): { type: string; text: string } | null {
  const pages = website === BIG_HOST ? BIG_KILN : FERN_AND_KILN;
  if (path === '/robots.txt' && website === HOST) return { type: 'text/plain; charset=utf-8', text: ROBOTS };
  if (path === '/sitemap.xml')
    return { type: 'application/xml; charset=utf-8', text: sitemap(`https://${website}`, pages) };
  const page = pages[path];
  return page === undefined ? null : { type: HTML, text: page };
}

/** Answers as the website's server would, with an ETag and 304. `path` is the request's own unless the page is shown below another. */
export async function answerWebsite(
  website: string,
  request: Request,
  closing: AbortSignal,
  path = new URL(request.url).pathname,
): Promise<Response> {
  const fault = website === BIG_HOST ? null : answerFault(path, AbortSignal.any([request.signal, closing]));
  if (fault) return fault;
  const content = contentOf(website, path);
  if (!content)
    return new Response('<!doctype html><title>Not found</title>', { status: 404, headers: { 'content-type': HTML } });
  const etag = `"${createHash('sha256').update(content.text).digest('base64url').slice(0, 20)}"`;
  const headers = { etag, 'content-type': content.type };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(content.text, { headers });
}
