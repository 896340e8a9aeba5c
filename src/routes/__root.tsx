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
    // Only the root matches where there is no page: then there is no address to call canonical.
    const page = matches.length > 1 ? matches.at(-1) : undefined;
    const canonical = page && { rel: 'canonical', href: canonicalUrl(match.context.site, page.pathname) };
    return {
      meta: [
        { title: pageTitle() },
        { name: 'description', content: 'Ten AI teammates for small businesses.' },
        { property: 'og:site_name', content: PRODUCT_NAME },
      ],
      links: [{ rel: 'icon', type: 'image/svg+xml', href: favicon }, canonical],
    };
  },
  shellComponent: RootDocument,
  component: Outlet,
});
