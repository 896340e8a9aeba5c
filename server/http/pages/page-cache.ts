import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Public pages whose content changes only with the build. */
const CACHED_PATHS = new Set(['/', '/blog', '/contact', '/newsletter', '/privacy', '/terms', '/security']);
const ARTICLE_PATH = /^\/blog\/[a-z0-9-]+$/;

type Encoding = 'br' | 'gzip' | 'identity';
type Inline = { scripts: string; styles: string };
export type CachedPage = Record<Encoding, { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> & {
  etag: string;
};

/** The content of each element with this name whose attributes pass `isMeant`. */
function* textsIn(html: string, name: 'script' | 'style', isMeant: (attributes: string) => boolean): Generator<string> {
  const [open, close] = [`<${name}`, `</${name}>`];
  for (let start = html.indexOf(open); start !== -1;) {
    const from = html.indexOf('>', start);
    const to = html.indexOf(close, from);
    if (from === -1 || to === -1) return;
    if (isMeant(html.slice(start + open.length, from))) yield html.slice(from + 1, to);
    start = html.indexOf(open, to);
  }
}

const hashesOf = (texts: Iterable<string>) =>
  [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
const isInlineScript = (attributes: string) => !/\s(?:src=|type="application\/ld\+json")/.test(attributes);

/** Directives that allow the inline scripts and styles of this HTML, and no others. */
export function inlineHashes(html: string): Inline {
  return {
    scripts: hashesOf(textsIn(html, 'script', isInlineScript)),
    styles: hashesOf(textsIn(html, 'style', () => true)),
  };
}

const PRELOAD = /<link rel="preload" as="font" type="([^"<>]+)" href="([^"<>]+)"/g;

/** A proxy that sends early hints takes them from this header. */
function earlyHints(html: string): { link?: string } {
  const hints = [...html.matchAll(PRELOAD)].map(
    ([, type, href]) => `<${href}>; rel=preload; as=font; type="${type}"; crossorigin`,
  );
  return hints.length > 0 ? { link: hints.join(', ') } : {};
}

// Compressed off the main thread: the best compression of a page takes a tenth of a second.
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function keep(html: string, policyFor: (inline: Inline) => string): Promise<CachedPage> {
  const identity = Buffer.from(html);
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyFor(inlineHashes(html)),
    etag,
    vary: 'Cookie, Accept-Encoding',
    'cache-control': 'private, no-cache',
    ...earlyHints(html),
  };
  const [br, gz] = await Promise.all([
    toBrotli(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    toGzip(identity, { level: 9 }),
  ]);
  return {
    etag,
    br: { body: Uint8Array.from(br), headers: { ...headers, 'content-encoding': 'br' } },
    gzip: {
      body: Uint8Array.from(gz),
      headers: { ...headers, 'content-encoding': 'gzip' },
    },
    identity: { body: Uint8Array.from(identity), headers },
  };
}

/** Whether an encoding is listed with a weight above zero. */
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** The smallest variant that the browser accepts, by its `Accept-Encoding`. */
export function encodingFor(accepted = ''): Encoding {
  if (TAKES_BROTLI.test(accepted)) return 'br';
  return TAKES_GZIP.test(accepted) ? 'gzip' : 'identity';
}

/** What can vary on a page that is otherwise the same for everyone, and how to render each variant. */
export type Wanted = { path: string; variant: string; draw: () => Promise<Response> };

type Options = {
  /** Writes the policy that allows these scripts and styles. */
  policy: (inline: Inline) => string;
  /** Whether a query changes the page at a path (`ServerEntry`). */
  readsQuery: (path: string, query: string) => boolean;
};

/**
 * Renders each public page once per variant and caches it, compressed, with hashes of its scripts and styles in place of a nonce. Missing
 * pages and redirects are not cached. No query is part of a key, so nobody can fill the cache: a query that changes nothing (`utm_source`)
 * gets the page of its path, and any other is rendered on its own.
 */
export function createPageCache({ policy, readsQuery }: Options) {
  const pages = new Map<string, Promise<CachedPage | Response>>();
  const ready = new Map<string, Map<string, CachedPage>>();

  /** The pages rendered so far for a variant, by path. It grows over time. */
  function readyFor(variant: string): Map<string, CachedPage> {
    const known = ready.get(variant) ?? new Map<string, CachedPage>();
    ready.set(variant, known);
    return known;
  }

  async function find({ path, variant, draw }: Wanted): Promise<CachedPage | Response> {
    const key = `${path} ${variant}`;
    const known = pages.get(key);
    if (known) return known;
    const drawing = draw().then(async (response) =>
      response.status === 200 ? keep(await response.text(), policy) : response,
    );
    pages.set(key, drawing);
    drawing.then(
      (page) => (page instanceof Response ? pages.delete(key) : readyFor(variant).set(path, page)),
      () => pages.delete(key),
    );
    return drawing;
  }

  return {
    /** Finds the page rendered for a variant by a request target such as `/blog?utm_source=x`. */
    finderFor(variant: string): (target: string) => CachedPage | undefined {
      const drawn = readyFor(variant);
      return (target) => {
        const at = target.indexOf('?');
        if (at === -1) return drawn.get(target);
        const path = target.slice(0, at);
        const page = drawn.get(path);
        // Browsers never send a fragment. The app strips it before it reads the query, so such a target is left to the app.
        if (!page || target.includes('#')) return undefined;
        return readsQuery(path, target.slice(at + 1)) ? undefined : page;
      };
    },

    isCached: (path: string, query: string): boolean =>
      (CACHED_PATHS.has(path) || ARTICLE_PATH.test(path)) && !readsQuery(path, query),

    answer: async (request: Request, wanted: Wanted): Promise<Response> => {
      const page = await find(wanted);
      // Several requests may be waiting for the same response, which isn't cached.
      if (page instanceof Response) return page.clone();
      const { body, headers } = page[encodingFor(request.headers.get('accept-encoding') ?? '')];
      return request.headers.get('if-none-match') === page.etag
        ? new Response(null, { status: 304, headers })
        : new Response(body, { headers });
    },
  };
}
