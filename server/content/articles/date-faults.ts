import type { Article } from './article.ts';

/** Articles of a day that has not come: each would be shown at once. `today` is a day in UTC, as 2026-11-14. */
export function dateFaults(articles: readonly Pick<Article, 'slug' | 'publishedAt'>[], today: string): string[] {
  return articles
    .filter(({ publishedAt }) => publishedAt > today)
    .map(({ slug, publishedAt }) => `${slug}.md: publishedAt: ${publishedAt} is still to come`);
}
