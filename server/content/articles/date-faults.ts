import type { Article } from './article.ts';

/** Articles dated in the future, which would be published immediately. `today` is a day in UTC, such as 2026-11-14. */
export function dateFaults(articles: readonly Pick<Article, 'slug' | 'publishedAt'>[], today: string): string[] {
  return articles
    .filter(({ publishedAt }) => publishedAt > today)
    .map(({ slug, publishedAt }) => `${slug}.md: publishedAt: ${publishedAt} is in the future`);
}
