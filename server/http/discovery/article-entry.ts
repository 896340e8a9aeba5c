/** What crawlers see of an article. `publishedAt` is an ISO date or timestamp. */
export type ArticleEntry = { slug: string; title: string; excerpt: string; publishedAt: string };
