import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/lib/log.ts';
import { createKeptPages } from './kept-pages.ts';
import { createBuiltPages } from './rendering-built.ts';
import type { PageSource, SiteFacts } from './rendering-source.ts';
import { contentSecurityPolicy, type SecurityVariables } from './security-headers.ts';

type Options = { isDev: boolean; site: SiteFacts; log: Log };
/** What a page needs of Hono's context, whatever else the app keeps in it. */
type PageRequest = { req: { raw: Request; path: string }; var: SecurityVariables };
export type Rendering = {
  /** Answers a GET with a page. Needs `securityHeaders` before it, for the nonce. */
  handle: (c: PageRequest) => Promise<Response>;
  /** Serves scripts, styles, fonts and pictures; calls on when the path is none of them. */
  assets: MiddlewareHandler;
  close: () => Promise<void>;
};

/** The pages: from `dist` in production, straight from `src` with hot reload in development. */
export async function createRendering({ isDev, site, log }: Options): Promise<Rendering> {
  const source: PageSource = isDev
    ? await (await import('./rendering-dev.ts')).createDevPages()
    : await createBuiltPages();

  const isHttps = site.publicUrl.startsWith('https:');
  const kept = createKeptPages({
    // Only what makes the variant goes in: neither another host's name nor a visitor who leaves early may colour the page.
    draw: (request, path) => {
      const headers = { cookie: request.headers.get('cookie') ?? '' };
      return drawPage(source, new Request(new URL(path, site.publicUrl), { headers }), { site });
    },
    variantOf: async (request) => (await source.load()).variantOf(request),
    policy: (scripts) => contentSecurityPolicy(scripts, { isHttps, isDev }),
  });

  async function answer({ req, var: { nonce } }: PageRequest): Promise<Response> {
    // In development every page is drawn anew: its code may have changed.
    if (!isDev && kept.isKept(req.raw, req.path)) return kept.answer(req.raw, req.path);
    const response = await drawPage(source, req.raw, { nonce: nonce(), site });
    if (response.status === 404) log.info({ event: 'page not found', path: req.path }, 'page not found');
    response.headers.set('cache-control', 'private, no-cache');
    response.headers.append('vary', 'Cookie');
    return response;
  }

  return {
    assets: source.assets,
    close: source.close,
    handle: async (c) => {
      const response = await answer(c);
      if (c.req.raw.method !== 'HEAD') return response;
      await response.body?.cancel();
      return new Response(null, response);
    },
  };
}

async function drawPage(
  source: PageSource,
  request: Request,
  options: { nonce?: string; site: SiteFacts },
): Promise<Response> {
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
