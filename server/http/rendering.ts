import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/lib/log.ts';
import { createBuiltPages } from './rendering-built.ts';
import type { PageSource, SiteFacts } from './rendering-source.ts';
import type { SecurityVariables } from './security-headers.ts';

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

  return {
    assets: source.assets,
    close: source.close,
    handle: async (c) => {
      const request = c.req.raw;
      const response = await drawPage(source, request, { nonce: c.var.nonce, site });
      if (response.status === 404) log.info({ event: 'page not found', path: c.req.path }, 'page not found');
      response.headers.set('cache-control', 'private, no-cache');
      response.headers.append('vary', 'Cookie');
      if (request.method !== 'HEAD') return response;
      await response.body?.cancel();
      return new Response(null, response);
    },
  };
}

async function drawPage(
  source: PageSource,
  request: Request,
  options: { nonce: string; site: SiteFacts },
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
