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

type Options = { site: SiteFacts; container: Pick<Container, 'config' | 'services' | 'clientOf' | 'log' | 'trouble'> };
export type Rendering = {
  /** Answers a GET with a page. `nonce` is the one that `securityHeaders` allows. */
  handle: (c: Context, nonce: () => string) => Promise<Response>;
  /** Answers a POST with the form's page, filled in as it was submitted. */
  drawAgain: (
    c: Context,
    options: { nonce: () => string; submittedForm: SubmittedForm; status: number },
  ) => Promise<Response>;
  /** The cached page for a visitor without a cookie, found by the request target. Undefined until it has been rendered once. */
  findReady: (target: string) => CachedPage | undefined;
  /** Serves scripts, styles, fonts and pictures; calls `next` for any other path. */
  assets: MiddlewareHandler;
  close: () => Promise<void>;
};

/** Pages come from `dist` in production, and straight from `src` with hot reload in development. */
export async function createRendering({ site, container }: Options): Promise<Rendering> {
  const { config, log } = container;
  const { isDev } = config;
  const source: PageSource = isDev
    ? await (await import('./rendering-dev.ts')).createDevPages()
    : await createBuiltPages();
  const visitorOf = createVisitorOf(container);
  const readsFor = createPageReads(container);
  const isHttps = site.publicUrl.startsWith('https:');
  // In development every request renders the page again, because its code may have changed.
  const built = isDev ? null : await source.load();
  const cache = createPageCache({
    policy: ({ scripts, styles }) => contentSecurityPolicy({ scripts, styles }, { isHttps, isDev }),
    readsQuery: built?.readsQuery ?? (() => true),
  });

  async function answer(c: Context, nonce: () => string): Promise<Response> {
    const { raw: request, path } = c.req;
    const { renewedCookie, ...state } = await visitorOf(c);
    const { visitor } = state;
    const reads = readsFor(state);
    if (built && cache.isCached(path, new URL(request.url).search.slice(1))) {
      const theme = built.themeVariantOf(request);
      // Only the variant goes in: a different host name, a query, or a visitor who disconnects early must not affect the cached page.
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
    drawAgain: async (c, { nonce, submittedForm, status }) => {
      const { renewedCookie, ...state } = await visitorOf(c);
      const headers = { cookie: c.req.header('cookie') ?? '' };
      const request = new Request(new URL(submittedForm.path, site.publicUrl), { headers });
      const page = await drawPage(source, request, {
        nonce: nonce(),
        site,
        reads: readsFor(state),
        submittedForm,
      });
      page.headers.set('cache-control', 'no-store');
      return withCookie(new Response(page.body, { headers: page.headers, status }), renewedCookie);
    },
  };
}

/** Set on the response, not the context: Hono drops a context's headers when the handler returns a response of its own. */
function withCookie(response: Response, cookie: string | null): Response {
  if (cookie !== null) response.headers.append('set-cookie', cookie);
  return response;
}

type DrawOptions = { nonce?: string; site: SiteFacts; reads: PageReads; submittedForm?: SubmittedForm };

async function drawPage(source: PageSource, request: Request, options: DrawOptions): Promise<Response> {
  try {
    const { render, assets } = await source.load();
    const response = await render(request, { ...options, assets });
    // The router's redirects are frozen responses, so headers are added to a copy.
    return new Response(response.body, response);
  } catch (error) {
    // The client has disconnected: nothing is wrong, and nobody will read this response.
    if (request.signal.aborted) return new Response(null, { status: 499 });
    throw error;
  }
}
