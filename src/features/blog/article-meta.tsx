import type { ArticleCard } from '#contract/site/blog.ts';
import { formatUtcDay } from '#src/lib/utc-day.ts';

type Dated = Pick<ArticleCard, 'publishedAt' | 'readingTime'>;

/** The day, and how long it takes. They stand beside each other, with a dot, or each on a line of its own. */
export function ArticleMeta({ article: { publishedAt, readingTime } }: { article: Dated }) {
  return (
    <span className="article-meta">
      <time dateTime={publishedAt}>{formatUtcDay(publishedAt)}</time>
      <span aria-hidden="true"> · </span>
      <span>{readingTime} min read</span>
    </span>
  );
}
