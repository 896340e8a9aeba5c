import type { ArticleCard } from '#contract/site/blog.ts';
import { dayText } from '#contract/dates.ts';

type Dated = Pick<ArticleCard, 'publishedAt' | 'readingTime'>;

/** The date and the reading time, side by side with a dot or each on its own line. */
export function ArticleMeta({ article: { publishedAt, readingTime } }: { article: Dated }) {
  return (
    <span className="article-meta">
      <time dateTime={publishedAt}>{dayText(publishedAt, 'UTC')}</time>
      <span aria-hidden="true"> · </span>
      <span>{`${readingTime} min read`}</span>
    </span>
  );
}
