import type { AssistantId } from '../chat/assistants.ts';

/** The author: a teammate, by name and role. */
export type ArticleAuthor = { id: AssistantId; name: string; role: string };

/** An article as lists show it (BLOG-5). */
export type ArticleCard = {
  slug: string;
  title: string;
  excerpt: string;
  author: ArticleAuthor;
  /** The publication day, as `YYYY-MM-DD`. */
  publishedAt: string;
  /** In minutes. */
  readingTime: number;
  tags: string[];
  featured: boolean;
};

/** A section of an article, for its table of contents. */
export type ArticlePart = { id: string; title: string };

/** An article as its page shows it. */
export type ArticlePageContent = ArticleCard & {
  metaDescription: string;
  seoKeywords: string[];
  wordCount: number;
  /** Rendered by `server/content/articles` from our own Markdown, so it's safe to insert as HTML. */
  html: string;
  contents: ArticlePart[];
  related: ArticleCard[];
  /** The heading of the box at the end of the article. */
  callToAction: string;
};

/** The longest search text and the longest tag in a URL, in characters. */
export const BLOG_SEARCH_MAX = 100;
export type BlogSearch = { q?: string; tag?: string };

const holds = (text: string, part: string) => text.toLowerCase().includes(part);

/** Articles with this tag whose title, excerpt or a tag contains the words (BLOG-1). With neither given, all articles. */
export function findArticles<A extends Pick<ArticleCard, 'title' | 'excerpt' | 'tags'>>(
  articles: readonly A[],
  { q = '', tag }: BlogSearch,
): A[] {
  const part = q.trim().toLowerCase();
  return articles.filter(
    ({ title, excerpt, tags }) =>
      (tag === undefined || tags.includes(tag)) && [title, excerpt, ...tags].some((text) => holds(text, part)),
  );
}
