import { createRequestHandler, renderRouterToStream, RouterServer } from '@tanstack/react-router/ssr/server';
import type { PageReads } from '#src/domain/site/page-reads.ts';
import { PageHydrationContext, type PageHydration } from '#src/hydration/page-hydration.ts';
import type { SubmittedForm } from '#src/hydration/submitted-form.ts';
import type { Site } from '#src/domain/site/site.ts';
import { themeFromCookies } from '#src/lib/theme.ts';
import { isMissingRoute } from '#src/domain/site/missing-route.ts';
import { createAppRouter } from './router.tsx';

export { readsQuery } from './reads-query.ts';

type Manifest = Awaited<ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>>;
export type RenderOptions = {
  nonce?: string;
  site: Site;
  reads: PageReads;
  /** A refused form, for its page to show. */
  submittedForm?: SubmittedForm;
  /** Finds a page's scripts and styles by the ids of its routes, outermost first. */
  assets: (routeIds: string[]) => { manifest: Manifest; hydration: PageHydration | null };
};

const themeOf = (request: Request) => themeFromCookies(request.headers.get('cookie') ?? '');

/** The theme is the only thing about a request that changes a public page. */
export function themeVariantOf(request: Request): string {
  return themeOf(request) ?? '';
}

/** Renders one page as a stream. `server/http/pages/rendering.ts` loads this module and calls this. */
export async function render(request: Request, options: RenderOptions): Promise<Response> {
  const { nonce, site, reads, submittedForm, assets } = options;
  const router = createAppRouter({
    ...(nonce === undefined ? {} : { nonce }),
    context: { site, reads, submittedForm, theme: themeOf(request) },
  });
  const [matchedRoutes] = router.getMatchedRoutes(new URL(request.url).pathname);
  const { manifest, hydration } = assets(matchedRoutes.map(({ id }) => id));
  const handle = createRequestHandler({ request, getRouterManifest: () => manifest, createRouter: () => router });
  const response = await handle(({ router: loaded, responseHeaders }) => {
    const children = (
      <PageHydrationContext value={hydration}>
        <RouterServer router={loaded} />
      </PageHydrationContext>
    );
    return renderRouterToStream({ request, router: loaded, responseHeaders, children });
  });
  const isMissing = response.status === 200 && isMissingRoute(matchedRoutes.at(-1)?.id);
  return isMissing ? new Response(response.body, { headers: response.headers, status: 404 }) : response;
}
