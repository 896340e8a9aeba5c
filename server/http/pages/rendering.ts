import type { Context, MiddlewareHandler } from 'hono';
import type { Container } from '#server/container.ts';
import { createPageCache, type CachedPage } from './page-cache.ts';
import { createPageReads, type PageReads } from './page-reads.ts';
import type { SubmittedForm } from '../forms/submitted-form.ts';
import { createBuiltPages } from './rendering-built.ts';
import type { PageSource, SiteFacts } from './rendering-source.ts';
import { contentSecurityPolicy } from './security-headers.ts';
import { createVisitorOf, type Visitor } from './visitor-of.ts';

const variantOf = (theme: string, visitor: Visitor) => `${theme} ${visitor}`;
const NO_COOKIE = variantOf('', 'guest');

type Options = { site: SiteFacts; container: Pick<Container, 'config' | 'services' | 'log'> };
export type Rendering = {
  /** Answers a GET with a page. `nonce` is what `securityHeaders` lets in. */
  handle: (c: Context, nonce: () => string) => Promise<Response>;
  /** Answers a POST with the page of its form, as it was filled in. */
  drawAgain: (c: Context, wish: { nonce: () => string; posted: SubmittedForm; status: number }) => Promise<Response>;
  /** The cached page for a visitor without a cookie, by the target of the request. Undefined until it has been drawn once. */
  findReady: (target: string) => CachedPage | undefined;
  /** Serves scripts, styles, fonts and pictures; calls on when the path is none of them. */
  assets: MiddlewareHandler;
  close: () => Promise<void>;
};

/** The pages: from `dist` in production, straight from `src` with hot reload in development. */
export async function createRendering({ site, container }: Options): Promise<Rendering> {
  const { config, services, log } = container;
  const { isDev } = config;
  const source: PageSource = isDev
    ? await (await import('./rendering-dev.ts')).createDevPages()
    : await createBuiltPages();
  const visitorOf = createVisitorOf(container);
  const readsFor = createPageReads(services);
  const isHttps = site.publicUrl.startsWith('https:');
  // In development every page is drawn anew: its code may have changed.
  const built = isDev ? null : await source.load();
  const cache = createPageCache({
    policy: ({ scripts, styles }) => contentSecurityPolicy({ scripts, styles }, { isHttps, isDev }),
    readsQuery: built?.readsQuery ?? (() => true),
  });

  async function answer(c: Context, nonce: () => string): Promise<Response> {
    const { raw: request, path } = c.req;
    const { visitor, entrance, renewedCookie } = await visitorOf(c);
    const reads = readsFor({ visitor, entrance });
    if (built && cache.isCached(path, new URL(request.url).search.slice(1))) {
      const theme = built.themeVariantOf(request);
      // Only what makes the variant goes in: neither another host's name, nor a query, nor a visitor who leaves early may colour the page.
      const headers = { cookie: theme === '' ? '' : `theme=${theme}` };
      const draw = () => drawPage(source, new Request(new URL(path, site.publicUrl), { headers }), { site, reads });
      return withCookie(await cache.answer(request, { path, variant: variantOf(theme, visitor), draw }), renewedCookie);
    }
    const response = await drawPage(source, request, { nonce: nonce(), site, reads });
    if (response.status === 404) log.info({ event: 'page not found', path }, 'page not found');
    response.headers.set('cache-control', 'private, no-cache');
    response.headers.append('vary', 'Cookie');
    return withCookie(response, renewedCookie);
  }

  return {
    assets: source.assets,
    close: source.close,
    findReady: cache.finderFor(NO_COOKIE),
    handle: async (c, nonce) => {
      const response = await answer(c, nonce);
      if (c.req.method !== 'HEAD') return response;
      await response.body?.cancel();
      return new Response(null, response);
    },
    drawAgain: async (c, { nonce, posted, status }) => {
      const { visitor, entrance, renewedCookie } = await visitorOf(c);
      const headers = { cookie: c.req.header('cookie') ?? '' };
      const request = new Request(new URL(posted.path, site.publicUrl), { headers });
      const page = await drawPage(source, request, {
        nonce: nonce(),
        site,
        reads: readsFor({ visitor, entrance }),
        posted,
      });
      page.headers.set('cache-control', 'no-store');
      return withCookie(new Response(page.body, { headers: page.headers, status }), renewedCookie);
    },
  };
}

/** Not by the context: Hono forgets the headers of a context whose handler returns an answer of its own. */
function withCookie(response: Response, cookie: string | null): Response {
  if (cookie !== null) response.headers.append('set-cookie', cookie);
  return response;
}

type DrawOptions = { nonce?: string; site: SiteFacts; reads: PageReads; posted?: SubmittedForm };

async function drawPage(source: PageSource, request: Request, options: DrawOptions): Promise<Response> {
  try {
    const { render, assets } = await source.load();
    const response = await render(request, { ...options, assets });
    // A redirect of the router is a frozen response; headers are added to a copy.
    return new Response(response.body, response);
  } catch (error) {
    // Whoever asked has gone: nothing is wrong, and nobody reads the answer.
    if (request.signal.aborted) return new Response(null, { status: 499 });
    throw error;
  }
}
