import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { pageTitle } from '#src/lib/page-head.ts';
import { canonicalUrl } from '#src/lib/site.ts';
import type { RouterContext } from '#src/router.tsx';
import { RootDocument } from '#src/shell/root-document.tsx';
import favicon from '#src/ui/avatars/brain_ai.svg';
import '#src/ui/styles/index.css';
import '#src/shell/message-page.css';

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match, matches }) => {
    // Where there is no page, there is no address to call canonical.
    const isMissing = matches.some(({ _notFound, status }) => _notFound === true || status === 'notFound');
    const canonical = { rel: 'canonical', href: canonicalUrl(match.context.site, matches.at(-1)?.pathname ?? '/') };
    return {
      meta: [
        { title: isMissing ? pageTitle('Page not found') : pageTitle() },
        { name: 'description', content: 'Ten AI teammates for small businesses.' },
        { property: 'og:site_name', content: PRODUCT_NAME },
        ...(isMissing ? [{ name: 'robots', content: 'noindex' }] : []),
      ],
      links: [{ rel: 'icon', type: 'image/svg+xml', href: favicon }, ...(isMissing ? [] : [canonical])],
    };
  },
  shellComponent: RootDocument,
  component: Outlet,
});
