import { findArticles, type ArticleCard, type ArticlePageContent, type BlogSearch } from '#contract/site/blog.ts';
import type { Article } from '#server/content/articles/article.ts';
import { relatedTo } from './related.ts';

const cardOf = ({ slug, title, excerpt, author, publishedAt, readingTime, tags, featured }: Article): ArticleCard => {
  return { slug, title, excerpt, author, publishedAt, readingTime, tags, featured };
};

/** `listArticles` returns the newest first. */
export function createBlogService({ listArticles }: { listArticles: () => readonly Article[] }) {
  return {
    /** Newest first. */
    list: (search: BlogSearch = {}): ArticleCard[] => findArticles(listArticles(), search).map(cardOf),

    /** Null if there is no such article. */
    article: (slug: string): ArticlePageContent | null => {
      const articles = listArticles();
      const article = articles.find((one) => one.slug === slug);
      return article ? { ...article, related: relatedTo(article, articles).map(cardOf) } : null;
    },

    /** Every article in full, for feeds. */
    articles: (): readonly Article[] => listArticles(),
  };
}
export type BlogService = ReturnType<typeof createBlogService>;
