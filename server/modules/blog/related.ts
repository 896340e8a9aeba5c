import type { ArticleCard } from '#contract/site/blog.ts';

const MOST = 3;

/** What to read next: by the number of shared tags, then newest first. `articles` must be sorted newest first. */
export function relatedTo<A extends Pick<ArticleCard, 'slug' | 'tags'>>(article: A, articles: readonly A[]): A[] {
  const shared = ({ tags }: A) => tags.filter((tag) => article.tags.includes(tag)).length;
  return articles
    .filter(({ slug }) => slug !== article.slug)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, MOST);
}
