import { createRouter, stringifySearchWith } from '@tanstack/react-router';
import type { PageReads } from '#src/domain/site/page-reads.ts';
import type { SubmittedForm } from '#src/hydration/submitted-form.ts';
import type { Site } from '#src/domain/site/site.ts';
import type { Theme } from '#src/lib/theme.ts';
import { BadAddress } from '#src/shell/bad-address.tsx';
import { Crash } from '#src/shell/crash.tsx';
import { Loading } from '#src/shell/loading.tsx';
import { routeTree } from './routeTree.gen.ts';

/** The context that every route can read. The server fills it; the browser gets it with the page. */
export type RouterContext = { site: Site; theme: Theme | undefined; reads: PageReads; submittedForm?: SubmittedForm };
type Start = { context: RouterContext; nonce?: string; isLate?: boolean };

export function createAppRouter({ context, nonce, isLate = false }: Start) {
  let isSettled = false;
  const router = createRouter({
    routeTree,
    context,
    ssr: nonce === undefined ? undefined : { nonce },
    origin: context.site.publicUrl === '' ? undefined : new URL(context.site.publicUrl).origin,
    // Every query value is plain text, so that a token made of digits survives. The router's own parsers would turn it into a
    // number.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: stringifySearchWith(String),
    // An address that can't be decoded matches no route.
    notFoundMode: 'root',
    defaultNotFoundComponent: BadAddress,
    defaultErrorComponent: Crash,
    defaultPendingComponent: Loading,
    defaultPreload: 'intent',
    // A page with deferred hydration has already been scrolled (see `src/hydration/hydration-loader.ts`).
    scrollRestoration: () => !isLate || isSettled,
    dehydrate: () => ({ site: context.site, theme: context.theme, submittedForm: context.submittedForm }),
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
