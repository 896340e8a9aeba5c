/** What crawlers are told of an article. `publishedAt` is a date or a moment, ISO. */
export type ArticleEntry = { slug: string; title: string; excerpt: string; publishedAt: string };
