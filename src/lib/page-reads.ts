import type { ArticleCard, ArticlePageContent } from '#contract/blog.ts';
import type { StatusReport } from '#contract/status.ts';
import type { Visitor } from './visitor.ts';

/** What loaders of public pages read: on the server straight from the services, in the browser by the API. */
export type PageReads = {
  visitor: () => Promise<Visitor>;
  /** The newest first. */
  articles: () => Promise<ArticleCard[]>;
  /** Null where there is no such article. */
  article: (slug: string) => Promise<ArticlePageContent | null>;
  status: () => Promise<StatusReport>;
};
