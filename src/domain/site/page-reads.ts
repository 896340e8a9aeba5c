import type { ArticleCard, ArticlePageContent } from '#contract/site/blog.ts';
import type { StatusReport } from '#contract/site/status.ts';
import type { Visitor } from './visitor.ts';

/** What guards and loaders of pages that the server draws read: on the server straight from the services, in the browser by the API. */
export type PageReads = {
  visitor: () => Promise<Visitor>;
  /** Whether the signed-in area opens to them. */
  entrance: () => Promise<'nobody' | 'half-signed-in' | 'somebody'>;
  /** The newest first. */
  articles: () => Promise<ArticleCard[]>;
  /** Null where there is no such article. */
  article: (slug: string) => Promise<ArticlePageContent | null>;
  status: () => Promise<StatusReport>;
};
