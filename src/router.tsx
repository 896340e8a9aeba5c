import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import type { PageReads } from '#src/domain/site/page-reads.ts';
import type { SubmittedForm } from '#src/hydration/submitted-form.ts';
import type { Site } from '#src/domain/site/site.ts';
import type { Theme } from '#src/lib/theme.ts';
import { Crash } from '#src/shell/crash.tsx';
import { Loading } from '#src/shell/loading.tsx';
import { NotFound } from '#src/shell/not-found.tsx';
import { routeTree } from './routeTree.gen.ts';

/** What every route can read. The server fills it; the browser gets it with the page. */
export type RouterContext = { site: Site; theme: Theme | undefined; reads: PageReads; posted?: SubmittedForm };
type Start = { context: RouterContext; nonce?: string; isLate?: boolean };

export function createAppRouter({ context, nonce, isLate = false }: Start) {
  let isSettled = false;
  const router = createRouter({
    routeTree,
    context,
    ssr: nonce === undefined ? undefined : { nonce },
    origin: context.site.publicUrl === '' ? undefined : new URL(context.site.publicUrl).origin,
    // Every value of a query is plain text: a token of digits stays what it is. The router's own parsers make a number of it.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: stringifySearchWith(String),
    // A page that does not exist answers 404 whole, also below the signed-in area.
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Crash,
    defaultPendingComponent: Loading,
    defaultPreload: 'intent',
    // A page that is hydrated late has been scrolled already (see `src/hydration/hydration-loader.ts`).
    scrollRestoration: () => !isLate || isSettled,
    dehydrate: () => ({ site: context.site, theme: context.theme, posted: context.posted }),
    hydrate: (received: Omit<RouterContext, 'reads'>): void => {
      router.update({ ...router.options, context: { ...received, reads: context.reads } });
    },
  });
  router.subscribe('onRendered', () => {
    isSettled = true;
  });
  return router;
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- reason: only an interface merges with the library's own
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
