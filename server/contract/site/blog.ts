import type { AssistantId } from '../chat/assistants.ts';

/** Who signs: a teammate, by name and role. */
export type ArticleAuthor = { id: AssistantId; name: string; role: string };

/** An article as a list shows it (spec §3). */
export type ArticleCard = {
  slug: string;
  title: string;
  excerpt: string;
  author: ArticleAuthor;
  /** The day, as `YYYY-MM-DD`. */
  publishedAt: string;
  /** In minutes. */
  readingTime: number;
  tags: string[];
  featured: boolean;
};

/** A part of an article, for its table of contents. */
export type ArticlePart = { id: string; title: string };

/** An article as its page shows it. */
export type ArticlePageContent = ArticleCard & {
  metaDescription: string;
  seoKeywords: string[];
  wordCount: number;
  /** Written by `server/content/articles` from Markdown, so it may go into a page as it is. */
  html: string;
  contents: ArticlePart[];
  related: ArticleCard[];
  /** The heading of the box at its end. */
  callToAction: string;
};

/** In characters, for what is searched for and for a tag of an address. */
export const BLOG_SEARCH_MAX = 100;
export type BlogSearch = { q?: string; tag?: string };

const holds = (text: string, part: string) => text.toLowerCase().includes(part);

/** Articles with this tag whose title, excerpt or one tag holds the words (spec §5). Neither given means all. */
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
