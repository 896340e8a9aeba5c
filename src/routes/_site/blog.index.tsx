import { createFileRoute } from '@tanstack/react-router';
import { BlogPage } from '#src/features/blog/blog-page.tsx';
import { FEED_LINKS } from '#src/features/blog/feed-links.ts';
import { NewsletterBox } from '#src/features/newsletter/newsletter-box.tsx';
import { parseBlogSearch } from '#src/domain/site/blog-search.ts';
import { publicHead } from '#src/domain/site/page-head.ts';

const { meta } = publicHead(
  'Blog',
  'Practical writing for people who run small businesses: email, search, support, sales, numbers and what to automate.',
);
/** Every search is another URL for the same articles. */
const UNLISTED = { name: 'robots', content: 'noindex, follow' };

export const Route = createFileRoute('/_site/blog/')({
  validateSearch: parseBlogSearch,
  loader: ({ context }) => context.reads.articles(),
  // Articles change only with a build.
  staleTime: Infinity,
  head: ({ match }) => ({
    meta: match.search.q === undefined ? meta : [...meta, UNLISTED],
    links: import.meta.env.SSR ? FEED_LINKS : [],
  }),
  component: Blog,
});

function Blog() {
  return (
    <BlogPage articles={Route.useLoaderData()} search={Route.useSearch()}>
      <NewsletterBox />
    </BlogPage>
  );
}
