import type { ArticleCard } from '#contract/blog.ts';

// The same day for every reader, and on the server as in the browser.
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

type Dated = Pick<ArticleCard, 'publishedAt' | 'readingTime'>;

/** The day, and how long it takes. They stand beside each other, with a dot, or each on a line of its own. */
export function ArticleMeta({ article: { publishedAt, readingTime } }: { article: Dated }) {
  return (
    <span className="article-meta">
      <time dateTime={publishedAt}>{dayFormat.format(new Date(publishedAt))}</time>
      <span aria-hidden="true"> · </span>
      <span>{readingTime} min read</span>
    </span>
  );
}
