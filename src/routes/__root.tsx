import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { FONT_LINKS } from '#src/lib/font-links.ts';
import { pageTitle, previewMeta } from '#src/domain/site/page-head.ts';
import { isMissingRoute } from '#src/domain/site/missing-route.ts';
import { canonicalUrl } from '#src/domain/site/site.ts';
import type { RouterContext } from '#src/router.tsx';
import { RootDocument } from '#src/shell/root-document.tsx';
import '#src/ui/styles/index.css';
import '#src/shell/message-page.css';
import '#src/shell/deferred-hydration.css';

/** The build draws them (`scripts/pictures`). */
const ICON_LINKS = [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match, matches }) => {
    // A 404 has no canonical address.
    const isMissing = isMissingRoute(matches.at(-1)?.routeId) || matches.some(({ _notFound }) => _notFound === true);
    const { site } = match.context;
    const path = matches.at(-1)?.pathname ?? '/';
    const canonical = { rel: 'canonical', href: canonicalUrl(site, path) };
    return {
      meta: [
        { title: isMissing ? pageTitle('Page not found') : pageTitle() },
        { name: 'description', content: 'Ten AI teammates for small businesses.' },
        { property: 'og:site_name', content: PRODUCT_NAME },
        ...(isMissing ? [{ name: 'robots', content: 'noindex' }] : []),
        // Only for programs that read the page without running it, so it isn't in the browser's bundle.
        ...(import.meta.env.SSR && !isMissing ? previewMeta(site, { path }) : []),
      ],
      links: [...(import.meta.env.SSR ? [...FONT_LINKS, ...ICON_LINKS] : []), ...(isMissing ? [] : [canonical])],
    };
  },
  shellComponent: RootDocument,
  component: Outlet,
});
