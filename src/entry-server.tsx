import { createRequestHandler, renderRouterToStream, RouterServer } from '@tanstack/react-router/ssr/server';
import type { Site } from '#src/lib/site.ts';
import { themeFromCookies } from '#src/lib/theme.ts';
import { createAppRouter } from './router.tsx';

type Manifest = Awaited<ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>>;
export type RenderOptions = { nonce?: string; site: Site; assets: Manifest };

const themeOf = (request: Request) => themeFromCookies(request.headers.get('cookie') ?? '');

/** The theme is all of a request that changes a public page. */
export function variantOf(request: Request): string {
  return themeOf(request) ?? '';
}

/** Renders one page as a stream. `server/http/rendering.ts` loads this module and calls this. */
export async function render(request: Request, options: RenderOptions): Promise<Response> {
  const { nonce, site, assets } = options;
  const theme = themeOf(request);
  const handle = createRequestHandler({
    request,
    getRouterManifest: () => assets,
    createRouter: () => createAppRouter({ ...(nonce === undefined ? {} : { nonce }), context: { site, theme } }),
  });
  return await handle(({ router, responseHeaders }) =>
    renderRouterToStream({ request, router, responseHeaders, children: <RouterServer router={router} /> }),
  );
}
