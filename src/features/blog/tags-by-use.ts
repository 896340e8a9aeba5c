import type { ArticleCard } from '#contract/site/blog.ts';

/** Every tag once, the most used ones first, and those of newer articles before others. */
export function tagsByUse(articles: readonly Pick<ArticleCard, 'tags'>[]): string[] {
  const uses = new Map<string, number>();
  for (const tag of articles.flatMap(({ tags }) => tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses].toSorted(([, a], [, b]) => b - a).map(([tag]) => tag);
}
