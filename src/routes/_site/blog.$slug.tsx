import { createFileRoute, redirect } from '@tanstack/react-router';
import { articlePath } from '#contract/site/public-pages.ts';
import { articlePicture } from '#contract/site/social-picture.ts';
import { ArticlePage } from '#src/features/blog/article-page.tsx';
import { FEED_LINKS } from '#src/features/blog/feed-links.ts';
import { previewMeta, publicHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/_site/blog/$slug')({
  loader: async ({ context, params }) => {
    const article = await context.reads.article(params.slug);
    if (article === null) throw redirect({ to: '/blog', replace: true });
    return article;
  },
  // Articles change only with a build.
  staleTime: Infinity,
  head: ({ loaderData, match }) => {
    if (!loaderData) return {};
    const { slug, title, metaDescription, seoKeywords, publishedAt, tags } = loaderData;
    const { meta } = publicHead(title, metaDescription);
    if (!import.meta.env.SSR) return { meta };
    return {
      meta: [
        ...meta,
        { name: 'keywords', content: seoKeywords.join(', ') },
        ...previewMeta(match.context.site, {
          path: articlePath(slug),
          type: 'article',
          picture: articlePicture(loaderData),
        }),
        { property: 'article:published_time', content: publishedAt },
        { property: 'article:section', content: tags[0] ?? 'Blog' },
      ],
      links: FEED_LINKS,
    };
  },
  component: Article,
});

function Article() {
  return <ArticlePage article={Route.useLoaderData()} />;
}
